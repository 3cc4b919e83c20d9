import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.h2.mvstore.MVStore;

/**
 * A MongoDB wire server for tests, in memory or in a file. Arguments: port (0 for any) and, optionally, the file. It prints
 * "listening mongodb://..." and ends when its standard input does, so that no killed test leaves it behind.
 */
public final class MongoStandIn {
  public static void main(String[] args) throws IOException {
    MongoBackend backend = args.length > 1 ? new FileBackend(args[1]) : new Memory();
    MongoServer server = new MongoServer(backend.version(new Version8()));
    server.bind("127.0.0.1", Integer.parseInt(args[0]));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    System.out.println("listening mongodb://127.0.0.1:" + server.getLocalAddress().getPort());
    while (System.in.read() != -1) {
      // Whatever is typed.
    }
    System.exit(0);
  }

  /** Drivers of today refuse the versions the library knows of. */
  private static final class Version8 implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(8, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 25;
    }
  }

  /** Commands answered so far, by name and collection. */
  private static final Map<String, LongAdder> CALLS = new ConcurrentSkipListMap<>();

  /** Counts a command. serverStatus answers the counts as a server does, with the collection behind the name of the command. */
  private static Document counted(String command, Document query) {
    if (!command.equals("serverStatus")) {
      Object collection = command.equals("getMore") ? query.get("collection") : query.get(command);
      String kind = collection instanceof String name ? command + " " + name : command;
      CALLS.computeIfAbsent(kind, ignored -> new LongAdder()).increment();
      return null;
    }
    Document commands = new Document();
    CALLS.forEach((kind, count) -> commands.append(kind, new Document("total", count.sum())));
    return new Document("metrics", new Document("commands", commands)).append("ok", 1.0);
  }

  /** Dropping what is not there is no error since version 7. */
  private static boolean dropsNothing(MongoBackend backend, String database, String command, Document query) {
    return command.equals("drop") && backend.resolveDatabase(database).resolveCollection((String) query.get("drop"), false) == null;
  }

  private static final class Memory extends MemoryBackend {
    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
      Document status = counted(command, query);
      if (status != null) return status;
      if (dropsNothing(this, database, command, query)) return new Document("ok", 1.0);
      return super.handleCommand(channel, database, command, query);
    }

    @Override
    public MemoryDatabase openOrCreateDatabase(String name) {
      return new MemoryDatabase(name, getCursorRegistry()) {
        @Override
        protected Index<Integer> openOrCreateUniqueIndex(String collection, String index, List<IndexKey> keys, boolean sparse) {
          return new PrefixIndex<>(super.openOrCreateUniqueIndex(collection, index, keys, sparse), index, keys, sparse);
        }
      };
    }
  }

  /** What has been answered survives kill -9, as with a real server and journaled writes. */
  private static final class FileBackend extends H2Backend {
    FileBackend(String file) {
      super(new MVStore.Builder().fileName(file).autoCommitDisabled().open());
    }

    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
      Document status = counted(command, query);
      if (status != null) return status;
      if (dropsNothing(this, database, command, query)) return new Document("ok", 1.0);
      Document answer = super.handleCommand(channel, database, command, query);
      if (getMvStore().hasUnsavedChanges()) commit();
      return answer;
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String name) {
      return new H2Database(name, getMvStore(), getCursorRegistry()) {
        @Override
        protected Index<Object> openOrCreateUniqueIndex(String collection, String index, List<IndexKey> keys, boolean sparse) {
          return new PrefixIndex<>(super.openOrCreateUniqueIndex(collection, index, keys, sparse), index, keys, sparse);
        }
      };
    }
  }

  /** The library looks an _id up only when nothing else is asked for, and scans otherwise; the rest of the filter is tested anyhow. */
  private static final class PrefixIndex<P> extends Index<P> {
    private final Index<P> index;

    PrefixIndex(Index<P> index, String name, List<IndexKey> keys, boolean sparse) {
      super(name, keys, sparse);
      this.index = index;
    }

    @Override
    public boolean canHandle(Document query) {
      Document keys = new Document();
      for (String key : keySet()) {
        if (!query.containsKey(key)) return false;
        keys.put(key, query.get(key));
      }
      return index.canHandle(keys);
    }

    @Override
    public Iterable<P> getPositions(Document query) {
      return index.getPositions(query);
    }

    @Override
    public P getPosition(Document document) {
      return index.getPosition(document);
    }

    @Override
    public void checkAdd(Document document, MongoCollection<P> collection) {
      index.checkAdd(document, collection);
    }

    @Override
    public void add(Document document, P position, MongoCollection<P> collection) {
      index.add(document, position, collection);
    }

    @Override
    public P remove(Document document) {
      return index.remove(document);
    }

    @Override
    public void checkUpdate(Document before, Document after, MongoCollection<P> collection) {
      index.checkUpdate(before, after, collection);
    }

    @Override
    public void updateInPlace(Document before, Document after, P position, MongoCollection<P> collection) {
      index.updateInPlace(before, after, position, collection);
    }

    @Override
    public boolean isUnique() {
      return index.isUnique();
    }

    @Override
    public boolean isEmpty() {
      return index.isEmpty();
    }

    @Override
    public long getCount() {
      return index.getCount();
    }

    @Override
    public long getDataSize() {
      return index.getDataSize();
    }

    @Override
    public void drop() {
      index.drop();
    }
  }
}
