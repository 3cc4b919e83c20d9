"""Verifies deliveries with the Python library of Standard Webhooks.

Reads cases as JSON from standard input and writes one word per case as JSON to standard output.
"""

import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError


def verdict(case):
    try:
        Webhook(case["secret"]).verify(case["body"], case["headers"])
        return "accepted"
    except WebhookVerificationError:
        return "refused"


json.dump([verdict(case) for case in json.load(sys.stdin)], sys.stdout)
