"""DynamoDB's port as boto3 sees it: TRESTLE_ENDPOINT says where, TRESTLE_KEY_ID and TRESTLE_SECRET with which key."""

import datetime
import os
import unittest
import uuid
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError

ENDPOINT = os.environ["TRESTLE_ENDPOINT"]
KEY_ID = os.environ["TRESTLE_KEY_ID"]
SECRET = os.environ["TRESTLE_SECRET"]


def connect(kind, service="dynamodb", key_id=KEY_ID, secret=SECRET, **config):
    """A client or resource that tries once: what goes wrong shall be seen."""
    return kind(
        service,
        endpoint_url=ENDPOINT,
        region_name="us-east-1",
        aws_access_key_id=key_id,
        aws_secret_access_key=secret,
        config=Config(retries={"max_attempts": 0}, **config),
    )


client = connect(boto3.client)
streams = connect(boto3.client, "dynamodbstreams")
resource = connect(boto3.resource)


class Case(unittest.TestCase):
    def make(self, sort=True, **more):
        """A table of its own for a test, with the key (pk) or (pk, sk)."""
        definition = {
            "TableName": "boto3-" + uuid.uuid4().hex,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        }
        if sort:
            definition["AttributeDefinitions"].append({"AttributeName": "sk", "AttributeType": "N"})
            definition["KeySchema"].append({"AttributeName": "sk", "KeyType": "RANGE"})
        definition["AttributeDefinitions"] += more.pop("attributes", [])
        definition.update(more)
        table = resource.create_table(**definition)
        self.addCleanup(table.delete)
        table.wait_until_exists()
        return table

    def refused(self, code, call, *args, **kwargs):
        """The error that a call is refused with, which has this code."""
        with self.assertRaises(ClientError) as caught:
            call(*args, **kwargs)
        self.assertEqual(code, caught.exception.response["Error"]["Code"], caught.exception)
        return caught.exception.response


class Tables(Case):
    def test_life_of_a_table(self):
        index = {
            "IndexName": "by-owner",
            "KeySchema": [{"AttributeName": "owner", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["title"]},
        }
        local = {
            "IndexName": "by-title",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "title", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"},
        }
        table = self.make(
            attributes=[
                {"AttributeName": "owner", "AttributeType": "S"},
                {"AttributeName": "title", "AttributeType": "S"},
            ],
            GlobalSecondaryIndexes=[index],
            LocalSecondaryIndexes=[local],
            Tags=[{"Key": "team", "Value": "blue"}],
        )
        described = client.describe_table(TableName=table.name)["Table"]
        self.assertEqual("ACTIVE", described["TableStatus"])
        self.assertIsInstance(described["CreationDateTime"], datetime.datetime)
        self.assertEqual("by-owner", described["GlobalSecondaryIndexes"][0]["IndexName"])
        self.assertEqual("by-title", described["LocalSecondaryIndexes"][0]["IndexName"])
        arn = described["TableArn"]
        self.assertEqual(
            [{"Key": "team", "Value": "blue"}], client.list_tags_of_resource(ResourceArn=arn)["Tags"]
        )
        client.tag_resource(ResourceArn=arn, Tags=[{"Key": "floor", "Value": "2"}])
        client.untag_resource(ResourceArn=arn, TagKeys=["team"])
        self.assertEqual([{"Key": "floor", "Value": "2"}], client.list_tags_of_resource(ResourceArn=arn)["Tags"])
        client.update_table(
            TableName=table.name, GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "by-owner"}}]
        )
        client.get_waiter("table_exists").wait(TableName=table.name)

    def test_names_come_in_pages(self):
        names = sorted(self.make(sort=False).name for _ in range(5))
        pages = client.get_paginator("list_tables").paginate(PaginationConfig={"PageSize": 2})
        listed = [name for page in pages for name in page["TableNames"]]
        self.assertEqual(sorted(listed), listed)
        self.assertLessEqual(set(names), set(listed))

    def test_time_to_live_is_described(self):
        table = self.make()
        client.update_time_to_live(
            TableName=table.name, TimeToLiveSpecification={"Enabled": True, "AttributeName": "until"}
        )
        described = client.describe_time_to_live(TableName=table.name)["TimeToLiveDescription"]
        self.assertIn(described["TimeToLiveStatus"], ("ENABLING", "ENABLED"))
        self.assertEqual("until", described["AttributeName"])

    def test_errors_have_their_codes(self):
        table = self.make()
        self.refused("ResourceInUseException", client.create_table, TableName=table.name, BillingMode="PAY_PER_REQUEST",
                     AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
                     KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])
        self.refused("ResourceNotFoundException", client.describe_table, TableName="no-such-table")
        self.refused("ValidationException", client.create_table, TableName="a?", BillingMode="PAY_PER_REQUEST",
                     AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
                     KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])


class Items(Case):
    def test_every_type_comes_back(self):
        table = self.make()
        item = {
            "pk": "types",
            "sk": Decimal(1),
            "text": "täxt \U0001f600 \" \\ \n \u2028",
            "number": Decimal("-1.2345678901234567890123456789012345678E-100"),
            "binary": Binary(bytes(range(256))),
            "true": True,
            "null": None,
            "texts": {"a", "b"},
            "numbers": {Decimal(1), Decimal("2.5")},
            "binaries": {Binary(b"x"), Binary(b"")},
            "list": ["a", Decimal(1), [], {}],
            "map": {"deep": {"deeper": ["end"]}},
            "empty": "",
        }
        table.put_item(Item=item)
        self.assertEqual(item, table.get_item(Key={"pk": "types", "sk": 1}, ConsistentRead=True)["Item"])
        self.assertNotIn("Item", table.get_item(Key={"pk": "types", "sk": 2}))

    def test_large_item_comes_back_and_larger_is_refused(self):
        table = self.make(sort=False)
        item = {"pk": "large", "body": "x" * (400 * 1024 - 100)}
        table.put_item(Item=item)
        self.assertEqual(item, table.get_item(Key={"pk": "large"})["Item"])
        refused = self.refused("ValidationException", table.put_item, Item={"pk": "l", "body": "x" * (400 * 1024)})
        self.assertIn("Item size has exceeded the maximum allowed size", refused["Error"]["Message"])

    def test_updates_of_every_kind(self):
        table = self.make()
        key = {"pk": "a", "sk": 1}
        table.put_item(Item={**key, "n": 1, "list": ["x"], "tags": {"one", "two"}, "map": {"k": 1}, "was": 1})
        updated = table.update_item(
            Key=key,
            UpdateExpression="SET n = n + :one, #l = list_append(#l, :more), fresh = if_not_exists(fresh, :one),"
            " #m.k2 = :one REMOVE was ADD plays :one DELETE tags :gone",
            ExpressionAttributeNames={"#l": "list", "#m": "map"},
            ExpressionAttributeValues={":one": 1, ":more": ["y"], ":gone": {"two"}},
            ReturnValues="ALL_NEW",
        )["Attributes"]
        self.assertEqual(
            {**key, "n": 2, "list": ["x", "y"], "tags": {"one"}, "map": {"k": 1, "k2": 1}, "fresh": 1, "plays": 1},
            updated,
        )
        before = table.update_item(
            Key=key,
            UpdateExpression="SET #l[0] = :v",
            ExpressionAttributeNames={"#l": "list"},
            ExpressionAttributeValues={":v": "z"},
            ReturnValues="UPDATED_OLD",
        )["Attributes"]
        self.assertEqual({"list": ["x"]}, before)

    def test_conditions_of_every_kind(self):
        table = self.make()
        table.put_item(Item={"pk": "a", "sk": 1, "n": 5, "name": "trestle", "tags": {"x"}})
        holding = [
            Attr("n").eq(5) & Attr("n").ne(6),
            Attr("n").lt(6) & Attr("n").lte(5) & Attr("n").gt(4) & Attr("n").gte(5),
            Attr("n").between(1, 5),
            Attr("n").is_in([1, 5]),
            Attr("name").begins_with("tres"),
            Attr("name").contains("est") & Attr("tags").contains("x"),
            Attr("name").size().eq(7),
            Attr("name").attribute_type("S"),
            Attr("name").exists() & Attr("other").not_exists(),
            Attr("n").eq(1) | ~Attr("n").eq(2),
        ]
        for number, condition in enumerate(holding):
            with self.subTest(number):
                again = {"pk": "a", "sk": 1, "n": 5, "name": "trestle", "tags": {"x"}, "round": number}
                table.put_item(Item=again, ConditionExpression=condition)
                self.refused("ConditionalCheckFailedException", table.delete_item,
                             Key={"pk": "a", "sk": 1}, ConditionExpression=~condition)
        deleted = table.delete_item(Key={"pk": "a", "sk": 1}, ReturnValues="ALL_OLD")["Attributes"]
        self.assertEqual(len(holding) - 1, deleted["round"])

    def test_projection_and_capacity(self):
        table = self.make()
        table.put_item(Item={"pk": "a", "sk": 1, "keep": {"in": [1, 2, 3]}, "drop": "x"})
        answer = table.get_item(
            Key={"pk": "a", "sk": 1},
            ProjectionExpression="#k.#i[1], sk",
            ExpressionAttributeNames={"#k": "keep", "#i": "in"},
            ConsistentRead=True,
            ReturnConsumedCapacity="TOTAL",
        )
        self.assertEqual({"sk": 1, "keep": {"in": [2]}}, answer["Item"])
        self.assertEqual({"TableName": table.name, "CapacityUnits": 1.0}, answer["ConsumedCapacity"])

    def test_errors_have_their_codes_and_words(self):
        table = self.make()
        missing = self.refused("ValidationException", table.get_item, Key={"pk": "a"})
        self.assertEqual("The provided key element does not match the schema", missing["Error"]["Message"])
        syntax = self.refused("ValidationException", table.update_item, Key={"pk": "a", "sk": 1},
                              UpdateExpression="SET")
        self.assertIn("Invalid UpdateExpression: Syntax error", syntax["Error"]["Message"])
        self.assertEqual(400, syntax["ResponseMetadata"]["HTTPStatusCode"])
        self.assertRegex(syntax["ResponseMetadata"]["RequestId"], "^[0-9A-V]{52}$")
        self.refused("ResourceNotFoundException", client.get_item, TableName="no-such-table", Key={"pk": {"S": "a"}})


class Reading(Case):
    def filled(self):
        table = self.make(
            attributes=[{"AttributeName": "color", "AttributeType": "S"}],
            GlobalSecondaryIndexes=[{
                "IndexName": "by-color",
                "KeySchema": [{"AttributeName": "color", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
                "Projection": {"ProjectionType": "ALL"},
            }],
        )
        with table.batch_writer() as batch:
            for number in range(60):
                batch.put_item(Item={"pk": "p%d" % (number % 2), "sk": number, "color": "red" if number % 3 else "blue"})
        return table

    def test_queries_of_every_kind(self):
        table = self.filled()

        def numbers(**query):
            return [int(item["sk"]) for item in table.query(**query)["Items"]]

        even = Key("pk").eq("p0")
        self.assertEqual(list(range(0, 60, 2)), numbers(KeyConditionExpression=even))
        self.assertEqual([58, 56], numbers(KeyConditionExpression=even, ScanIndexForward=False, Limit=2))
        self.assertEqual([0, 2], numbers(KeyConditionExpression=even & Key("sk").lt(4)))
        self.assertEqual([10, 12], numbers(KeyConditionExpression=even & Key("sk").between(9, 13)))
        self.assertEqual([54, 56, 58], numbers(KeyConditionExpression=even & Key("sk").gte(54)))
        self.assertEqual(
            [0, 6, 12], numbers(KeyConditionExpression=even & Key("sk").lte(12), FilterExpression=Attr("color").eq("blue"))
        )
        self.assertEqual(
            list(range(0, 60, 3)), numbers(IndexName="by-color", KeyConditionExpression=Key("color").eq("blue"))
        )
        counted = table.query(KeyConditionExpression=even, Select="COUNT")
        self.assertEqual((30, 30), (counted["Count"], counted["ScannedCount"]))
        self.assertNotIn("Items", counted)

    def test_pages_follow_each_other(self):
        table = self.filled()
        pages = client.get_paginator("query").paginate(
            TableName=table.name,
            KeyConditionExpression="pk = :p",
            ExpressionAttributeValues={":p": {"S": "p1"}},
            PaginationConfig={"PageSize": 7},
        )
        seen = [int(item["sk"]["N"]) for page in pages for item in page["Items"]]
        self.assertEqual(list(range(1, 60, 2)), seen)

    def test_scans_in_segments_see_everything_once(self):
        table = self.filled()
        seen = []
        for segment in range(4):
            pages = client.get_paginator("scan").paginate(
                TableName=table.name, Segment=segment, TotalSegments=4, PaginationConfig={"PageSize": 5}
            )
            seen += [int(item["sk"]["N"]) for page in pages for item in page["Items"]]
        self.assertEqual(list(range(60)), sorted(seen))
        blue = table.scan(FilterExpression=Attr("color").eq("blue") & Attr("sk").gt(50), ProjectionExpression="sk")
        self.assertEqual([51, 54, 57], sorted(int(item["sk"]) for item in blue["Items"]))
        self.assertEqual(60, blue["ScannedCount"])


class Groups(Case):
    def test_batches(self):
        table = self.make()
        with table.batch_writer() as batch:
            for number in range(30):
                batch.put_item(Item={"pk": "a", "sk": number})
            batch.delete_item(Key={"pk": "a", "sk": 3})
        answer = resource.batch_get_item(
            RequestItems={table.name: {"Keys": [{"pk": "a", "sk": number} for number in range(30)]}}
        )
        self.assertEqual({}, answer["UnprocessedKeys"])
        self.assertEqual(
            [number for number in range(30) if number != 3],
            sorted(int(item["sk"]) for item in answer["Responses"][table.name]),
        )
        self.refused("ValidationException", resource.batch_get_item,
                     RequestItems={table.name: {"Keys": [{"pk": "a", "sk": 1}, {"pk": "a", "sk": 1}]}})

    def test_transactions(self):
        table = self.make()

        def key(number):
            return {"pk": {"S": "a"}, "sk": {"N": str(number)}}

        def put(number, **more):
            return {"Put": {"TableName": table.name, "Item": key(number), **more}}

        actions = [
            put(1),
            {"Update": {"TableName": table.name, "Key": key(2), "UpdateExpression": "ADD n :one",
                        "ExpressionAttributeValues": {":one": {"N": "1"}}}},
            {"ConditionCheck": {"TableName": table.name, "Key": key(3), "ConditionExpression": "attribute_not_exists(pk)"}},
            {"Delete": {"TableName": table.name, "Key": key(4)}},
        ]
        token = uuid.uuid4().hex
        client.transact_write_items(TransactItems=actions, ClientRequestToken=token)
        client.transact_write_items(TransactItems=actions, ClientRequestToken=token)
        self.refused("IdempotentParameterMismatchException", client.transact_write_items,
                     TransactItems=actions[:1], ClientRequestToken=token)
        read = client.transact_get_items(
            TransactItems=[{"Get": {"TableName": table.name, "Key": key(number)}} for number in (1, 2, 3)]
        )["Responses"]
        self.assertEqual([{"Item": key(1)}, {"Item": {**key(2), "n": {"N": "1"}}}, {}], read)
        cancelled = self.refused(
            "TransactionCanceledException",
            client.transact_write_items,
            TransactItems=[put(5), put(1, ConditionExpression="attribute_not_exists(pk)")],
        )
        self.assertEqual(
            ["None", "ConditionalCheckFailed"], [reason["Code"] for reason in cancelled["CancellationReasons"]]
        )
        self.assertNotIn("Item", client.get_item(TableName=table.name, Key=key(5)))


class Streams(Case):
    def test_records_of_every_change(self):
        table = self.make(StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"})
        key = {"pk": "a", "sk": 1}
        table.put_item(Item={**key, "n": 1})
        table.put_item(Item={**key, "n": 2})
        table.delete_item(Key=key)
        arn = table.latest_stream_arn
        self.assertIn(arn, [s["StreamArn"] for s in streams.list_streams(TableName=table.name)["Streams"]])
        described = streams.describe_stream(StreamArn=arn)["StreamDescription"]
        self.assertEqual("NEW_AND_OLD_IMAGES", described["StreamViewType"])
        iterator = streams.get_shard_iterator(
            StreamArn=arn, ShardId=described["Shards"][0]["ShardId"], ShardIteratorType="TRIM_HORIZON"
        )["ShardIterator"]
        answer = streams.get_records(ShardIterator=iterator)
        records = answer["Records"]
        self.assertEqual(["INSERT", "MODIFY", "REMOVE"], [record["eventName"] for record in records])
        modified = records[1]["dynamodb"]
        self.assertEqual({"N": "1"}, modified["OldImage"]["n"])
        self.assertEqual({"N": "2"}, modified["NewImage"]["n"])
        self.assertIsInstance(modified["ApproximateCreationDateTime"], datetime.datetime)
        self.assertIn("NextShardIterator", answer)
        self.refused("ResourceNotFoundException", streams.describe_stream, StreamArn=arn[:-3] + "999")


class Statements(Case):
    def test_statements_of_every_kind(self):
        table = self.make()

        def run(statement, *parameters, **more):
            text = statement.replace("TABLE", '"%s"' % table.name)
            if parameters:
                more["Parameters"] = list(parameters)
            return client.execute_statement(Statement=text, **more)

        for number in range(5):
            run("INSERT INTO TABLE VALUE {'pk': 'a', 'sk': ?, 'n': 0}", {"N": str(number)})
        run("UPDATE TABLE SET n = ? WHERE pk = 'a' AND sk = 2", {"N": "7"})
        run("DELETE FROM TABLE WHERE pk = 'a' AND sk = 4")
        found = run("SELECT n FROM TABLE WHERE pk = ? AND sk = 2", {"S": "a"})["Items"]
        self.assertEqual([{"n": {"N": "7"}}], found)
        first = run("SELECT sk FROM TABLE WHERE pk = 'a'", Limit=3)
        rest = run("SELECT sk FROM TABLE WHERE pk = 'a'", NextToken=first["NextToken"])
        self.assertEqual(["0", "1", "2", "3"], [i["sk"]["N"] for i in first["Items"] + rest["Items"]])
        self.refused("DuplicateItemException", run, "INSERT INTO TABLE VALUE {'pk': 'a', 'sk': 0}")
        self.refused("ValidationException", run, "SELEKT")

    def test_batches_and_transactions_of_statements(self):
        table = self.make()
        insert = "INSERT INTO \"%s\" VALUE {'pk': 'a', 'sk': %d}"
        client.execute_transaction(
            TransactStatements=[{"Statement": insert % (table.name, number)} for number in range(2)]
        )
        cancelled = self.refused(
            "TransactionCanceledException",
            client.execute_transaction,
            TransactStatements=[{"Statement": insert % (table.name, number)} for number in (2, 1)],
        )
        self.assertEqual(["None", "DuplicateItem"], [r["Code"] for r in cancelled["CancellationReasons"]])
        responses = client.batch_execute_statement(
            Statements=[
                {"Statement": "SELECT * FROM \"%s\" WHERE pk = 'a' AND sk = 1" % table.name},
                {"Statement": "SELECT * FROM \"no-such-table\" WHERE pk = 'a' AND sk = 1"},
            ]
        )["Responses"]
        self.assertEqual({"pk": {"S": "a"}, "sk": {"N": "1"}}, responses[0]["Item"])
        self.assertEqual("ResourceNotFound", responses[1]["Error"]["Code"])


class Signatures(Case):
    def test_secret_that_is_wrong(self):
        refused = self.refused("InvalidSignatureException", connect(boto3.client, secret=SECRET + "x").list_tables)
        self.assertIn("does not match the signature you provided", refused["Error"]["Message"])

    def test_key_that_is_unknown(self):
        self.refused("UnrecognizedClientException", connect(boto3.client, key_id="nobody").list_tables)

    def test_no_signature(self):
        unsigned = connect(boto3.client, signature_version=UNSIGNED)
        self.refused("MissingAuthenticationTokenException", unsigned.list_tables)


if __name__ == "__main__":
    unittest.main(verbosity=2)
