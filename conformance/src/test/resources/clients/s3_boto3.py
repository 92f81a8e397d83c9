"""S3's port as boto3 sees it: TRESTLE_ENDPOINT says where, TRESTLE_KEY_ID and TRESTLE_SECRET with which key."""

import base64
import concurrent.futures
import hashlib
import io
import os
import random
import unittest
import urllib.error
import urllib.request
import uuid

import boto3
from boto3.s3.transfer import TransferConfig
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError

ENDPOINT = os.environ["TRESTLE_ENDPOINT"]
KEY_ID = os.environ["TRESTLE_KEY_ID"]
SECRET = os.environ["TRESTLE_SECRET"]
MIB = 1024 * 1024


def connect(key_id=KEY_ID, secret=SECRET, **config):
    """A client that tries once: what goes wrong shall be seen. Presigned URLs need version 4 to be asked for."""
    return boto3.client(
        "s3",
        endpoint_url=ENDPOINT,
        region_name="us-east-1",
        aws_access_key_id=key_id,
        aws_secret_access_key=secret,
        config=Config(retries={"max_attempts": 0}, signature_version=config.pop("signature_version", "s3v4"), **config),
    )


client = connect()


def content(length, seed=1):
    return random.Random(seed).randbytes(length)


class Case(unittest.TestCase):
    def make(self):
        bucket = "boto3-" + uuid.uuid4().hex
        client.create_bucket(Bucket=bucket)
        return bucket

    def refused(self, code, call, *args, **kwargs):
        """The error that a call is refused with, which has this code."""
        with self.assertRaises(ClientError) as caught:
            call(*args, **kwargs)
        self.assertEqual(code, caught.exception.response["Error"]["Code"], caught.exception)
        return caught.exception.response

    def read(self, bucket, key, **more):
        return client.get_object(Bucket=bucket, Key=key, **more)["Body"].read()


class Buckets(Case):
    def test_created_listed_deleted(self):
        bucket = self.make()
        self.assertIn(bucket, [one["Name"] for one in client.list_buckets()["Buckets"]])
        client.head_bucket(Bucket=bucket)
        self.assertIsNone(client.get_bucket_location(Bucket=bucket)["LocationConstraint"])
        client.delete_bucket(Bucket=bucket)
        self.refused("404", client.head_bucket, Bucket=bucket)
        self.refused("NoSuchBucket", client.list_objects_v2, Bucket=bucket)

    def test_tags_cors_versioning(self):
        bucket = self.make()
        tags = [{"Key": "a", "Value": "1"}]
        client.put_bucket_tagging(Bucket=bucket, Tagging={"TagSet": tags})
        self.assertEqual(tags, client.get_bucket_tagging(Bucket=bucket)["TagSet"])
        rule = {"AllowedMethods": ["GET"], "AllowedOrigins": ["https://a.example"], "AllowedHeaders": ["*"]}
        client.put_bucket_cors(Bucket=bucket, CORSConfiguration={"CORSRules": [rule]})
        self.assertEqual([rule], client.get_bucket_cors(Bucket=bucket)["CORSRules"])
        client.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        self.assertEqual("Enabled", client.get_bucket_versioning(Bucket=bucket)["Status"])
        self.refused("NoSuchLifecycleConfiguration", client.get_bucket_lifecycle_configuration, Bucket=bucket)


class Objects(Case):
    def test_any_size_and_key(self):
        bucket = self.make()
        keys = ["a", "a b+c%2F", "../x", "a//b/", "\u00e9\u4e2d\U0001f600", "q?x=1&y#z", "-", "tab\tline\n"]
        for number, key in enumerate(keys):
            client.put_object(Bucket=bucket, Key=key, Body=content(number * 50_000, number))
        for number, key in enumerate(keys):
            self.assertEqual(content(number * 50_000, number), self.read(bucket, key))
        self.assertEqual(sorted(keys, key=lambda key: key.encode()),
                         [one["Key"] for one in client.list_objects_v2(Bucket=bucket)["Contents"]])

    def test_headers_metadata_tags(self):
        bucket = self.make()
        client.put_object(Bucket=bucket, Key="a", Body=b"hello", ContentType="text/plain", CacheControl="no-store",
                          Metadata={"colour": "green"}, Tagging="t=1")
        head = client.head_object(Bucket=bucket, Key="a")
        self.assertEqual(("text/plain", "no-store", {"colour": "green"}, 5),
                         (head["ContentType"], head["CacheControl"], head["Metadata"], head["ContentLength"]))
        self.assertEqual([{"Key": "t", "Value": "1"}], client.get_object_tagging(Bucket=bucket, Key="a")["TagSet"])

    def test_ranges_and_conditions(self):
        bucket = self.make()
        whole = content(300_000)
        etag = client.put_object(Bucket=bucket, Key="a", Body=whole)["ETag"]
        self.assertEqual(whole[100:200_001], self.read(bucket, "a", Range="bytes=100-200000"))
        self.assertEqual(whole[-7:], self.read(bucket, "a", Range="bytes=-7"))
        self.refused("InvalidRange", client.get_object, Bucket=bucket, Key="a", Range="bytes=300000-")
        self.refused("304", client.get_object, Bucket=bucket, Key="a", IfNoneMatch=etag)
        self.refused("PreconditionFailed", client.get_object, Bucket=bucket, Key="a", IfMatch='"x"')
        self.refused("PreconditionFailed", client.put_object, Bucket=bucket, Key="a", Body=b"", IfNoneMatch="*")

    def test_copy_and_delete(self):
        bucket = self.make()
        client.put_object(Bucket=bucket, Key="a b", Body=b"hello", Metadata={"m": "1"})
        client.copy_object(Bucket=bucket, Key="c", CopySource={"Bucket": bucket, "Key": "a b"})
        self.assertEqual({"m": "1"}, client.head_object(Bucket=bucket, Key="c")["Metadata"])
        deleted = client.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": "a b"}, {"Key": "c"}]})
        self.assertEqual(["a b", "c"], sorted(one["Key"] for one in deleted["Deleted"]))
        self.refused("NoSuchKey", client.get_object, Bucket=bucket, Key="c")
        self.refused("404", client.head_object, Bucket=bucket, Key="c")

    def test_listings_in_pages(self):
        bucket = self.make()
        keys = ["%02d/%d" % (number // 3, number) for number in range(20)]
        for key in keys:
            client.put_object(Bucket=bucket, Key=key, Body=b"")
        for operation in ("list_objects_v2", "list_objects"):
            pages = client.get_paginator(operation).paginate(Bucket=bucket, PaginationConfig={"PageSize": 3})
            self.assertEqual(sorted(keys), [one["Key"] for page in pages for one in page["Contents"]])
            pages = client.get_paginator(operation).paginate(
                Bucket=bucket, Delimiter="/", PaginationConfig={"PageSize": 2})
            self.assertEqual(7, sum(len(page.get("CommonPrefixes", [])) for page in pages))

    def test_versions(self):
        bucket = self.make()
        client.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        first = client.put_object(Bucket=bucket, Key="a", Body=b"1")["VersionId"]
        client.put_object(Bucket=bucket, Key="a", Body=b"2")
        marker = client.delete_object(Bucket=bucket, Key="a")
        self.assertTrue(marker["DeleteMarker"])
        self.refused("NoSuchKey", client.get_object, Bucket=bucket, Key="a")
        self.assertEqual(b"1", self.read(bucket, "a", VersionId=first))
        listed = client.list_object_versions(Bucket=bucket)
        self.assertEqual((2, 1), (len(listed["Versions"]), len(listed["DeleteMarkers"])))
        client.delete_object(Bucket=bucket, Key="a", VersionId=marker["VersionId"])
        self.assertEqual(b"2", self.read(bucket, "a"))


class Transfers(Case):
    def test_checksums(self):
        bucket = self.make()
        for algorithm in ("CRC32", "SHA1", "SHA256"):
            client.put_object(Bucket=bucket, Key=algorithm, Body=io.BytesIO(content(200_000)),
                              ChecksumAlgorithm=algorithm)
            got = client.get_object(Bucket=bucket, Key=algorithm, ChecksumMode="ENABLED")
            self.assertEqual(content(200_000), got["Body"].read())
            self.assertIn("Checksum" + algorithm, got)
        digest = base64.b64encode(hashlib.md5(b"hello").digest()).decode()
        client.put_object(Bucket=bucket, Key="md5", Body=b"hello", ContentMD5=digest)
        self.refused("BadDigest", client.put_object, Bucket=bucket, Key="md5", Body=b"other", ContentMD5=digest)

    def test_signed_payload(self):
        bucket = self.make()
        signing = connect(s3={"payload_signing_enabled": True})
        signing.put_object(Bucket=bucket, Key="a", Body=content(100_000))
        self.assertEqual(content(100_000), self.read(bucket, "a"))

    def test_in_parts_by_many_threads(self):
        bucket = self.make()
        whole = content(23 * MIB)
        config = TransferConfig(multipart_threshold=5 * MIB, multipart_chunksize=5 * MIB, max_concurrency=4)
        client.upload_fileobj(io.BytesIO(whole), bucket, "a", Config=config)
        self.assertTrue(client.head_object(Bucket=bucket, Key="a")["ETag"].endswith('-5"'))
        back = io.BytesIO()
        client.download_fileobj(bucket, "a", back, Config=config)
        self.assertEqual(whole, back.getvalue())
        client.copy({"Bucket": bucket, "Key": "a"}, bucket, "b", Config=config)
        self.assertEqual(whole, self.read(bucket, "b"))

    def test_aborted_in_parts(self):
        bucket = self.make()
        upload = client.create_multipart_upload(Bucket=bucket, Key="a")["UploadId"]
        client.upload_part(Bucket=bucket, Key="a", UploadId=upload, PartNumber=1, Body=b"hello")
        self.assertEqual(1, len(client.list_parts(Bucket=bucket, Key="a", UploadId=upload)["Parts"]))
        client.abort_multipart_upload(Bucket=bucket, Key="a", UploadId=upload)
        self.assertNotIn("Uploads", client.list_multipart_uploads(Bucket=bucket))

    def test_refusals_between_uploads_on_kept_connections(self):
        bucket = self.make()

        def work(number):
            for turn in range(8):
                size = (0, 10, 150_000, 400_000)[(number + turn) % 4]
                self.refused("NoSuchBucket", client.put_object, Bucket="absent-bucket", Key="a", Body=content(size))
                client.put_object(Bucket=bucket, Key=str(number), Body=content(size, number))
                self.assertEqual(content(size, number), self.read(bucket, str(number)))

        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            list(threads.map(work, range(8)))


class Keys(Case):
    def test_wrong_or_none(self):
        self.refused("SignatureDoesNotMatch", connect(secret="guessed").list_buckets)
        self.refused("InvalidAccessKeyId", connect(key_id="nobody").list_buckets)
        self.refused("AccessDenied", connect(signature_version=UNSIGNED).list_buckets)

    def url(self, method, url, body=None, **headers):
        request = urllib.request.Request(url, data=body, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()

    def test_presigned(self):
        bucket = self.make()
        put = client.generate_presigned_url(
            "put_object", {"Bucket": bucket, "Key": "a b", "ContentType": "text/plain"}, ExpiresIn=60)
        self.assertEqual(403, self.url("PUT", put, b"evil", **{"Content-Type": "text/html"})[0])
        self.assertEqual(200, self.url("PUT", put, b"hello", **{"Content-Type": "text/plain"})[0])
        get = client.generate_presigned_url("get_object", {"Bucket": bucket, "Key": "a b"}, ExpiresIn=60)
        self.assertEqual((200, b"hello"), self.url("GET", get))
        self.assertEqual(403, self.url("GET", get.replace("a%20b", "c"))[0])
        self.assertEqual(403, self.url("GET", get.replace("Expires=60", "Expires=61"))[0])
        self.assertEqual(403, self.url("DELETE", get)[0])
        expired = client.generate_presigned_url("get_object", {"Bucket": bucket, "Key": "a b"}, ExpiresIn=0)
        status, text = self.url("GET", expired)
        self.assertEqual(403, status)
        self.assertIn(b"Request has expired", text)


if __name__ == "__main__":
    unittest.main()
