"""Verifies deliveries with the Python library of Standard Webhooks: cases as JSON on standard input, one word a case as JSON on standard output."""

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
