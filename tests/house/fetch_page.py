"""Waits until a page answers, for fresh_debian.sh: fetch_page.py URL SECONDS. stdlib only."""

import sys
import time
import urllib.error
import urllib.request

url, seconds = sys.argv[1], float(sys.argv[2])
begun = time.monotonic()
while True:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            page = answer.read().decode()
        break
    except (urllib.error.URLError, ConnectionError) as error:
        if time.monotonic() - begun > seconds:
            sys.exit(f"{url} did not answer in {seconds:.0f} s: {error}")
        time.sleep(0.25)
if "<html" not in page.lower():
    sys.exit(f"{url} answered, but not with a page: {page[:80]!r}")
print(f"{url} answered after {time.monotonic() - begun:.1f} s: {len(page)} characters")
