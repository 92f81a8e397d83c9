"""DynamoDB's port as the aws command line sees it: TRESTLE_ENDPOINT says where, TRESTLE_KEY_ID and TRESTLE_SECRET with which key.

Each call starts a process that takes most of a second, so there is one test for each group of operations.
"""

import json
import os
import subprocess
import unittest
import uuid


def run(*arguments, service="dynamodb", key_id=None, secret=None):
    environment = {
        **os.environ,
        "AWS_ACCESS_KEY_ID": key_id or os.environ["TRESTLE_KEY_ID"],
        "AWS_SECRET_ACCESS_KEY": secret or os.environ["TRESTLE_SECRET"],
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_DEFAULT_OUTPUT": "json",
        "AWS_MAX_ATTEMPTS": "1",
        "AWS_PAGER": "",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }
    command = ["aws", service, *arguments, "--endpoint-url", os.environ["TRESTLE_ENDPOINT"]]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


class CommandLine(unittest.TestCase):
    def aws(self, *arguments, **how):
        """What a call prints, which must go well."""
        done = run(*arguments, **how)
        self.assertEqual(0, done.returncode, "%s\n%s" % (arguments, done.stderr))
        return json.loads(done.stdout) if done.stdout.strip() else None

    def refused(self, code, *arguments, **how):
        done = run(*arguments, **how)
        self.assertNotEqual(0, done.returncode, done.stdout)
        self.assertIn("(%s)" % code, done.stderr)
        return done.stderr

    def make(self, *more):
        table = "cli-" + uuid.uuid4().hex
        self.aws("create-table", "--table-name", table, "--billing-mode", "PAY_PER_REQUEST",
                 "--attribute-definitions", "AttributeName=pk,AttributeType=S", "AttributeName=sk,AttributeType=N",
                 "--key-schema", "AttributeName=pk,KeyType=HASH", "AttributeName=sk,KeyType=RANGE", *more)
        return table

    def put(self, table, number, **more):
        item = {"pk": {"S": "a"}, "sk": {"N": str(number)}, **more}
        return self.aws("put-item", "--table-name", table, "--item", json.dumps(item))

    def test_tables_and_streams(self):
        table = self.make("--stream-specification", "StreamEnabled=true,StreamViewType=KEYS_ONLY")
        self.assertIsNone(self.aws("wait", "table-exists", "--table-name", table))
        self.assertIn(table, self.aws("list-tables", "--page-size", "1")["TableNames"])
        self.put(table, 1)
        arn = self.aws("describe-table", "--table-name", table)["Table"]["LatestStreamArn"]
        shard = self.aws("describe-stream", "--stream-arn", arn, service="dynamodbstreams")
        iterator = self.aws(
            "get-shard-iterator", "--stream-arn", arn, "--shard-iterator-type", "TRIM_HORIZON",
            "--shard-id", shard["StreamDescription"]["Shards"][0]["ShardId"], service="dynamodbstreams",
        )["ShardIterator"]
        records = self.aws("get-records", "--shard-iterator", iterator, service="dynamodbstreams")["Records"]
        self.assertEqual([("INSERT", {"pk": {"S": "a"}, "sk": {"N": "1"}})],
                         [(record["eventName"], record["dynamodb"]["Keys"]) for record in records])
        self.aws("delete-table", "--table-name", table)
        self.refused("ResourceNotFoundException", "describe-table", "--table-name", table)

    def test_items_expressions_and_pages(self):
        table = self.make()
        for number in range(3):
            self.put(table, number, n={"N": "5"}, data={"B": "AAEC"}, tags={"SS": ["x", "y"]})
        key = json.dumps({"pk": {"S": "a"}, "sk": {"N": "1"}})
        updated = self.aws(
            "update-item", "--table-name", table, "--key", key, "--return-values", "ALL_NEW",
            "--update-expression", "SET n = n + :one REMOVE #d ADD plays :one DELETE tags :x",
            "--condition-expression", "n BETWEEN :one AND :ten AND contains(tags, :y) AND attribute_exists(#d)",
            "--expression-attribute-names", '{"#d": "data"}', "--expression-attribute-values",
            '{":one": {"N": "1"}, ":ten": {"N": "10"}, ":x": {"SS": ["x"]}, ":y": {"S": "y"}}',
        )["Attributes"]
        self.assertEqual({"pk": {"S": "a"}, "sk": {"N": "1"}, "n": {"N": "6"}, "plays": {"N": "1"}, "tags": {"SS": ["y"]}},
                         updated)
        got = self.aws("get-item", "--table-name", table, "--key", key, "--projection-expression", "n, tags[0]",
                       "--consistent-read")
        self.assertEqual({"n": {"N": "6"}}, got["Item"])
        queried = self.aws(
            "query", "--table-name", table, "--page-size", "1", "--no-scan-index-forward",
            "--key-condition-expression", "pk = :p AND sk >= :s", "--filter-expression", "n = :five",
            "--expression-attribute-values", '{":p": {"S": "a"}, ":s": {"N": "0"}, ":five": {"N": "5"}}',
        )
        self.assertEqual(["2", "0"], [item["sk"]["N"] for item in queried["Items"]])
        self.assertEqual((2, 3), (queried["Count"], queried["ScannedCount"]))
        scanned = self.aws("scan", "--table-name", table, "--max-items", "2", "--page-size", "1")
        self.assertEqual(2, len(scanned["Items"]))
        rest = self.aws("scan", "--table-name", table, "--starting-token", scanned["NextToken"])
        self.assertEqual(1, len(rest["Items"]))
        self.refused("ConditionalCheckFailedException", "delete-item", "--table-name", table, "--key", key,
                     "--condition-expression", "attribute_not_exists(pk)")
        self.refused("ValidationException", "get-item", "--table-name", table, "--key", '{"pk": {"S": "a"}}')

    def test_batches_transactions_and_statements(self):
        table = self.make()
        puts = [{"PutRequest": {"Item": {"pk": {"S": "a"}, "sk": {"N": str(number)}}}} for number in range(25)]
        self.assertEqual({"UnprocessedItems": {}},
                         self.aws("batch-write-item", "--request-items", json.dumps({table: puts})))
        keys = [put["PutRequest"]["Item"] for put in puts]
        got = self.aws("batch-get-item", "--request-items", json.dumps({table: {"Keys": keys}}))
        self.assertEqual(25, len(got["Responses"][table]))
        write = [{"Put": {"TableName": table, "Item": {"pk": {"S": "b"}, "sk": {"N": "1"}},
                          "ConditionExpression": "attribute_not_exists(pk)"}}]
        self.aws("transact-write-items", "--transact-items", json.dumps(write))
        said = self.refused("TransactionCanceledException", "transact-write-items", "--transact-items", json.dumps(write))
        self.assertIn("[ConditionalCheckFailed]", said)
        read = [{"Get": {"TableName": table, "Key": {"pk": {"S": "b"}, "sk": {"N": "1"}}}}]
        self.assertEqual({"pk": {"S": "b"}, "sk": {"N": "1"}},
                         self.aws("transact-get-items", "--transact-items", json.dumps(read))["Responses"][0]["Item"])
        found = self.aws("execute-statement", "--statement", "SELECT sk FROM \"%s\" WHERE pk = ? AND sk < 3" % table,
                         "--parameters", '[{"S": "a"}]')["Items"]
        self.assertEqual(["0", "1", "2"], [item["sk"]["N"] for item in found])

    def test_keys_that_are_wrong(self):
        self.refused("InvalidSignatureException", "list-tables", secret="another")
        self.refused("UnrecognizedClientException", "list-tables", key_id="nobody")


if __name__ == "__main__":
    unittest.main(verbosity=2)
