# One image for api, projector, worker, set-up and the single process; docker-compose.yml names the command of each.
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --include=dev --no-audit --no-fund --loglevel=error
COPY . .
RUN npm run --silent build:server && npm run --silent build:console

FROM node:20.20.2-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --omit=dev --no-audit --no-fund --loglevel=error

FROM node:20.20.2-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY data data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "dist/apps/standalone/src/main.js"]
