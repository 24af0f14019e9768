# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""ci_reports.py SARIF JUNIT KIND COUNT...: says what is wrong with the two files of one run; exit code 1 then.

KIND of the failures expected in order ("-": none, then the verdict: complete, incomplete or unsupported), each with the number of threads in
its code flow. Checked of SARIF 2.1.0: for each object of the schema that appears, its required properties, that it has no others than the
schema knows, enumerations, least values and lengths; indexes into the rules; that a schedule's steps are in one order. Of JUnit XML: that it
is well-formed, and that elements, attributes and counts are those of junit.xsd of Ant's task.
"""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree

wrong = []
# Of each object: required properties, then those that it may have.
OBJECTS = {
    "log": ("version runs", "$schema inlineExternalProperties properties"),
    "run": ("tool", "invocations conversion language versionControlProvenance originalUriBaseIds artifacts logicalLocations graphs results "
            "automationDetails runAggregates baselineGuid redactionTokens defaultEncoding defaultSourceLanguage newlineSequences columnKind "
            "externalPropertyFileReferences threadFlowLocations taxonomies addresses translations policies webRequests webResponses "
            "specialLocations properties"),
    "tool": ("driver", "extensions properties"),
    "driver": ("name", "guid organization product productSuite shortDescription fullDescription fullName version semanticVersion "
               "dottedQuadFileVersion releaseDateUtc downloadUri informationUri globalMessageStrings notifications rules taxa locations "
               "language contents isComprehensive localizedDataSemanticVersion minimumRequiredLocalizedDataSemanticVersion "
               "associatedComponent translationMetadata supportedTaxonomies properties"),
    "rule": ("id", "deprecatedIds guid deprecatedGuids name deprecatedNames shortDescription fullDescription messageStrings "
             "defaultConfiguration helpUri help relationships properties"),
    "configuration": ("", "enabled level rank parameters properties"),
    "invocation": ("executionSuccessful", "commandLine arguments responseFiles startTimeUtc endTimeUtc exitCode "
                   "ruleConfigurationOverrides notificationConfigurationOverrides toolExecutionNotifications "
                   "toolConfigurationNotifications exitCodeDescription exitSignalName exitSignalNumber processStartFailureMessage machine "
                   "account processId executableLocation workingDirectory environmentVariables stdin stdout stderr stdoutStderr properties"),
    "notification": ("message", "locations level threadId timeUtc exception descriptor associatedRule properties"),
    "message": ("text", "markdown id arguments properties"),
    "result": ("message", "ruleId ruleIndex rule kind level analysisTarget locations guid correlationGuid occurrenceCount "
               "partialFingerprints fingerprints stacks codeFlows graphs graphTraversals relatedLocations suppressions baselineState rank "
               "attachments hostedViewerUri workItemUris provenance fixes taxa webRequest webResponse properties"),
    "location": ("", "id physicalLocation logicalLocations message annotations relationships properties"),
    "physical": ("artifactLocation", "address region contextRegion properties"),
    "artifact": ("", "uri uriBaseId index description properties"),
    "region": ("startLine", "startColumn endLine endColumn charOffset charLength byteOffset byteLength snippet message sourceLanguage properties"),
    "logical": ("", "name index fullyQualifiedName decoratedName parentIndex kind properties"),
    "stack": ("frames", "message properties"),
    "frame": ("", "location module threadId parameters properties"),
    "codeFlow": ("threadFlows", "message properties"),
    "threadFlow": ("locations", "id message initialState immutableState properties"),
    "step": ("", "index location stack kinds taxa module state nestingLevel executionOrder executionTimeUtc importance webRequest "
             "webResponse properties"),
}

# Of what type the values are, by their names: in SARIF a name has one, wherever it stands, but for `message` and `location`.
TYPES = {
    str: "version $schema name text id uri fullyQualifiedName kind ruleId level commandLine exitCodeDescription semanticVersion columnKind",
    int: "ruleIndex occurrenceCount startLine executionOrder exitCode",
    bool: "executionSuccessful",
    list: "runs rules results locations stacks frames codeFlows threadFlows logicalLocations invocations toolExecutionNotifications relatedLocations",
    dict: "tool driver defaultConfiguration message location physicalLocation artifactLocation region partialFingerprints properties",
}
TYPE_OF = {name: kind for kind, names in TYPES.items() for name in names.split()}


def of(kind, value, where):
    required, allowed = (set(names.split()) for names in OBJECTS[kind])
    if not isinstance(value, dict):
        return wrong.append(f"{where}: no object")
    wrong.extend(f"{where}: {name} is {one!r}" for name, one in value.items() if type(one) is not TYPE_OF.get(name))
    wrong.extend(f"{where}: lacks {name}" for name in sorted(required - set(value)))
    wrong.extend(f"{where}: has {name}, which a {kind} has not" for name in sorted(set(value) - required - allowed))


def message(value, where):
    of("message", value, where)
    if not isinstance(value.get("text"), str) or not value["text"]:
        wrong.append(f"{where}: no text")


def location(value, where):
    of("location", value, where)
    if "message" in value:
        message(value["message"], where)
    if "physicalLocation" in value:
        physical = value["physicalLocation"]
        of("physical", physical, where)
        of("artifact", physical["artifactLocation"], where)
        if not re.fullmatch(r"(file:///)?[A-Za-z0-9._~%/-]+", physical["artifactLocation"]["uri"]):
            wrong.append(f"{where}: {physical['artifactLocation']['uri']} is no URI")
        if "region" in physical:
            of("region", physical["region"], where)
            if physical["region"]["startLine"] < 1:
                wrong.append(f"{where}: line {physical['region']['startLine']}")
    for logical in value.get("logicalLocations", []):
        of("logical", logical, where)


def result(value, rules, where):
    of("result", value, where)
    message(value["message"], where)
    if rules[value["ruleIndex"]]["id"] != value["ruleId"]:
        wrong.append(f"{where}: rule {value['ruleIndex']} is not {value['ruleId']}")
    if value["level"] not in ("none", "note", "warning", "error") or value["occurrenceCount"] < 1:
        wrong.append(f"{where}: {value['level']}, {value['occurrenceCount']} times")
    for one in value["locations"] + value.get("relatedLocations", []):
        location(one, where)
    if any(one in value["stacks"][:number] for number, one in enumerate(value.get("stacks", []))):
        wrong.append(f"{where}: a stack is there twice")
    if not all(isinstance(one, str) for one in value["partialFingerprints"].values()):
        wrong.append(f"{where}: {value['partialFingerprints']}")
    for stack in value.get("stacks", []):
        of("stack", stack, where)
        message(stack["message"], where)
        for frame in stack["frames"]:
            of("frame", frame, where)
            location(frame["location"], where)
    for flow in value.get("codeFlows", []):
        of("codeFlow", flow, where)
        orders = []
        for thread in flow["threadFlows"]:
            of("threadFlow", thread, where)
            own = [step["executionOrder"] for step in thread["locations"]]
            if not own or own != sorted(own):
                wrong.append(f"{where}: {thread['id']} does {own}")
            orders += own
            for step in thread["locations"]:
                of("step", step, where)
                location(step["location"], where)
        if sorted(orders) != list(range(1, len(orders) + 1)):
            wrong.append(f"{where}: the steps are not in one order: {sorted(orders)}")


COUNTS = {"tests", "failures", "errors", "time"}


def sarif(path):
    with open(path, encoding="utf-8") as file:
        log = json.load(file)
    of("log", log, "log")
    if log["version"] != "2.1.0" or len(log["runs"]) != 1:
        wrong.append(f"version {log['version']}, {len(log['runs'])} runs")
    run = log["runs"][0]
    of("run", run, "run")
    of("tool", run["tool"], "tool")
    of("driver", run["tool"]["driver"], "driver")
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        of("rule", rule, "rule")
        of("configuration", rule["defaultConfiguration"], "rule")
    for invocation in run["invocations"]:
        of("invocation", invocation, "invocation")
        for one in invocation["toolExecutionNotifications"]:
            of("notification", one, "notification")
            message(one["message"], "notification")
    for number, one in enumerate(run["results"]):
        result(one, rules, f"result {number}")
    return run


def junit(path):
    root = ElementTree.parse(path).getroot()
    suite = root.find("testsuite")
    # Jenkins' schema knows "skipped" of a suite, not of all.
    for one, names in ((root, COUNTS), (suite, COUNTS | {"name", "skipped"})):
        if set(one.attrib) != names or not re.fullmatch(r"\d+\.\d{3}", one.get("time")):
            wrong.append(f"JUnit: {one.tag} {one.attrib}")
    if set(suite.find("testcase").attrib) != {"classname", "name", "time"} or not suite.find("testcase").get("name"):
        wrong.append(f"JUnit: testcase {suite.find('testcase').attrib}")
    cases = suite.findall("testcase")
    if root.tag != "testsuites" or len(cases) != 1:
        wrong.append(f"JUnit: {root.tag}, {len(cases)} cases")
    allowed = {"failure": {"type", "message"}, "error": {"type", "message"}, "system-out": set()}
    for child in cases[0]:
        if set(child.attrib) != allowed.get(child.tag):
            wrong.append(f"JUnit: {child.tag} {child.attrib}")
    for of_all in (root, suite):
        for tag, attribute in (("failure", "failures"), ("error", "errors")):
            if int(of_all.get(attribute)) != len(cases[0].findall(tag)):
                wrong.append(f"JUnit: {attribute} is {of_all.get(attribute)}")
        if of_all.get("tests") != "1" or float(of_all.get("time")) < 0:
            wrong.append(f"JUnit: {of_all.attrib}")
    return cases[0]


def main():
    run, case = sarif(sys.argv[1]), junit(sys.argv[2])
    expected = list(zip(sys.argv[3::2], sys.argv[4::2]))
    if expected[0][0] == "-":
        verdict = expected[0][1]
        if run["results"]:
            wrong.append(f"results: {run['results']}")
        if run["invocations"][0]["executionSuccessful"] != (verdict != "unsupported"):
            wrong.append("executionSuccessful")
        error = case.find("error")
        if case.find("failure") is not None or (error is None) != (verdict == "complete"):
            wrong.append("JUnit: another verdict")
        if error is not None and error.get("type") != verdict:
            wrong.append(f"JUnit: {error.get('type')}")
        if not run["invocations"][0]["exitCodeDescription"].startswith(f"xblock: {verdict}"):
            wrong.append(run["invocations"][0]["exitCodeDescription"])
    else:
        found = [(one["ruleId"], str(len(one["codeFlows"][0]["threadFlows"]))) for one in run["results"]]
        if found != expected:
            wrong.append(f"found {found}, expected {expected}")
        if case.find("failure").get("type") != expected[0][0] or "xblock replay" not in case.find("failure").text:
            wrong.append(f"JUnit: {case.find('failure').attrib}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
