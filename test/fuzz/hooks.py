"""Schemathesis hooks: every request is sent as one of the roles, and known ids take the place of random ones.

Environment: FUZZ_URL, FUZZ_PEOPLE (JSON: name -> { userName, role }, null for a stranger), FUZZ_PASSWORD, FUZZ_SEED,
FUZZ_REPORT (file that receives the counts).
"""

import atexit
import collections
import json
import os
import random
import re
import threading

import requests
import schemathesis

URL = os.environ["FUZZ_URL"]
PEOPLE = json.loads(os.environ["FUZZ_PEOPLE"])
ACCOUNTS = {person: entry and entry["userName"] for person, entry in PEOPLE.items()}
KEYS = {person: entry and entry["role"] for person, entry in PEOPLE.items()}
PASSWORD = os.environ["FUZZ_PASSWORD"]
REPORT = os.environ["FUZZ_REPORT"]
ROLES = list(ACCOUNTS)
GUID = re.compile(r"^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$")
# Random GUIDs reach nothing but "not found": most of them are replaced by ids that answers have named before.
KNOWN_ID_SHARE = 0.7
IDS_KEPT = 400
PERMITTED_SHARE = 0.8

lock = threading.Lock()
choose = random.Random(int(os.environ["FUZZ_SEED"]))
tokens = {}
known_ids = collections.deque(maxlen=IDS_KEPT)
count = collections.Counter()
by_role = collections.Counter()
by_status = collections.Counter()
operations = set()
slowest = collections.Counter()
elapsed = collections.Counter()
server_errors = {}


def some_address():
    return f"10.{choose.randrange(256)}.{choose.randrange(256)}.{choose.randrange(1, 255)}"


def token_of(role, renew=False):
    """The session of a role; a new one if the old one was ended by a fuzzed call."""
    if ACCOUNTS[role] is None:
        return None
    with lock:
        if role in tokens and not renew:
            return tokens[role]
    answer = requests.post(
        f"{URL}/api/TokenAuth/Authenticate",
        headers={"X-Forwarded-For": some_address()},
        json={"UserNameOrEmailAddress": ACCOUNTS[role], "password": PASSWORD, "RememberClient": False},
        timeout=30,
    )
    token = answer.json()["result"]["accessToken"] if answer.ok else None
    with lock:
        tokens[role] = token
    if token is None:
        count["sign-in refused"] += 1
    return token


def role_for(case):
    """Mostly a role that may call the operation, so that requests get past the permission table."""
    allowed = case.operation.definition.raw.get("x-roles")
    permitted = [role for role in ROLES if isinstance(allowed, list) and KEYS[role] in allowed]
    return choose.choice(permitted if permitted and choose.random() < PERMITTED_SHARE else ROLES)


def with_known_ids(value):
    if isinstance(value, dict):
        return {key: with_known_ids(member) for key, member in value.items()}
    if isinstance(value, list):
        return [with_known_ids(member) for member in value]
    if isinstance(value, str) and known_ids and GUID.match(value) and choose.random() < KNOWN_ID_SHARE:
        return choose.choice(known_ids)
    return value


def remember_ids(value, depth=0):
    if depth > 6:
        return
    if isinstance(value, dict):
        for member in value.values():
            remember_ids(member, depth + 1)
    elif isinstance(value, list):
        for member in value[:5]:
            remember_ids(member, depth + 1)
    elif isinstance(value, str) and len(value) in (32, 36) and GUID.match(value) and value not in known_ids:
        known_ids.append(value)


@schemathesis.hook
def before_call(context, case, kwargs):
    with lock:
        role = role_for(case)
        case.query = with_known_ids(case.query)
        case.path_parameters = with_known_ids(case.path_parameters)
        if isinstance(case.body, (dict, list)):
            case.body = with_known_ids(case.body)
    token = token_of(role)
    headers = case.headers or {}
    headers["X-Fuzz-Role"] = role
    # Limits of one network address would stop the run; behind a trusted proxy each request comes from an address of its own.
    headers["X-Forwarded-For"] = some_address()
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    case.headers = headers


@schemathesis.hook
def after_call(context, case, response):
    role = response.request.headers.get("X-Fuzz-Role", "?")
    with lock:
        count["requests"] += 1
        by_role[role] += 1
        by_status[response.status_code] += 1
        slowest[case.operation.label] = max(slowest[case.operation.label], response.elapsed)
        elapsed[case.operation.label] += response.elapsed
        operations.add(case.operation.label)
    if response.status_code == 401 and ACCOUNTS.get(role) is not None:
        token_of(role, renew=True)
    if response.status_code >= 500 and response.status_code != 503:
        with lock:
            server_errors.setdefault(case.operation.label, []).append({"role": role, "curl": case.as_curl_command()[:2000]})
    try:
        with lock:
            remember_ids(response.json())
    except Exception:  # not JSON
        pass


@atexit.register
def report():
    with open(REPORT, "w", encoding="utf-8") as file:
        json.dump(
            {
                "requests": count["requests"],
                "signInsRefused": count["sign-in refused"],
                "byRole": by_role,
                "byStatus": by_status,
                "operations": len(operations),
                "slowestSeconds": {label: round(time, 3) for label, time in slowest.most_common(10)},
                "secondsInAll": {label: round(time, 1) for label, time in elapsed.most_common(10)},
                "serverErrors": {label: found[:3] for label, found in server_errors.items()},
            },
            file,
            ensure_ascii=False,
            indent=1,
        )
