"""A lit test format that fails a test which names a feature nobody declared."""

import re

import lit.formats
import lit.Test


class CheckedShTest(lit.formats.ShTest):
    """ShTest, after a look at the features in REQUIRES, UNSUPPORTED and XFAIL."""

    CONDITION = re.compile(r"\b(?:REQUIRES|UNSUPPORTED|XFAIL):(.*)")

    def __init__(self, features):
        super().__init__(execute_external=False)
        self.features = frozenset(features) | {"true", "false"}

    def execute(self, test, lit_config):
        with open(test.getSourcePath(), encoding="utf-8") as source:
            conditions = self.CONDITION.findall(source.read())
        names = {name for text in conditions for name in re.findall(r"[\w.+-]+", text)}
        unknown = sorted(names - self.features)
        if unknown:
            return lit.Test.FAIL, "unknown features: " + ", ".join(unknown)
        return super().execute(test, lit_config)
