# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""coverage_page.py PAGE: opens a page of --coverage-html in a browser."""
import sys

from browser import Page

with Page() as page:
    for scheme in ("dark", "light"):
        for width in (1200, 360):
            page.look(width, 900, scheme)
            page.open(sys.argv[1])
            wide = page.value("document.documentElement.scrollWidth")
            assert wide <= width, f"{scheme}: {wide} wide in a window of {width}"
            assert page.value("document.querySelectorAll('details li').length") == 4, "2 functions, each with both"
            page.value("document.querySelector('summary').click()")
            assert page.value("document.querySelector('details').open && document.querySelector('li').offsetHeight > 0")
            assert page.value("document.querySelector('h1').innerText") == "Coverage of the schedules of p"
    assert not page.problems, page.problems
    assert all(load.startswith("file://") and load.endswith(sys.argv[1]) or load == "data:," for load in page.loads), page.loads
