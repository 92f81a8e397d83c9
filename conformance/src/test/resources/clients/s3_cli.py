"""S3's port as the aws command line sees it: TRESTLE_ENDPOINT says where, TRESTLE_KEY_ID and TRESTLE_SECRET with which key.

Each call starts a process that takes most of a second, so there is one test for each group of commands.
"""

import filecmp
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest
import urllib.request
import uuid

MIB = 1024 * 1024


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.here = pathlib.Path(self.folder.name)
        config = self.here / "config"
        config.write_text("[default]\ns3 =\n    signature_version = s3v4\n")  # version 1 would presign with an old one
        self.environment = {
            **os.environ,
            "AWS_ACCESS_KEY_ID": os.environ["TRESTLE_KEY_ID"],
            "AWS_SECRET_ACCESS_KEY": os.environ["TRESTLE_SECRET"],
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_DEFAULT_OUTPUT": "json",
            "AWS_MAX_ATTEMPTS": "1",
            "AWS_PAGER": "",
            "AWS_CONFIG_FILE": str(config),
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        }
        self.bucket = "cli-" + uuid.uuid4().hex

    def run_aws(self, *arguments):
        command = ["aws", "--endpoint-url", os.environ["TRESTLE_ENDPOINT"], *arguments]
        return subprocess.run(command, env=self.environment, cwd=self.here, capture_output=True, text=True, timeout=300,
                              check=False)

    def aws(self, *arguments):
        """What a call prints, which must go well."""
        done = self.run_aws(*arguments)
        self.assertEqual(0, done.returncode, "%s\n%s" % (arguments, done.stderr))
        return done.stdout

    def api(self, *arguments):
        text = self.aws("s3api", *arguments)
        return json.loads(text) if text.strip() else None

    def refused(self, code, *arguments):
        done = self.run_aws(*arguments)
        self.assertNotEqual(0, done.returncode, done.stdout)
        self.assertIn("(%s)" % code, done.stderr)

    def tree(self):
        """Files with names that are trouble, one of them large enough to go in parts."""
        chance = random.Random(5)
        files = {"a b+c.txt": 3, "sub/\u00e9\u4e2d.txt": 100_000, "sub/deep/%41&.bin": 0, "large": 20 * MIB}
        for name, size in files.items():
            path = self.here / "tree" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(chance.randbytes(size))
        return files

    def test_files_there_and_back(self):
        url = "s3://" + self.bucket
        files = self.tree()
        self.aws("s3", "mb", url)
        self.aws("s3", "cp", "--no-progress", "tree/large", url + "/one")
        self.aws("s3", "cp", "--no-progress", url + "/one", "back/one")
        self.assertTrue(filecmp.cmp(self.here / "tree/large", self.here / "back/one", shallow=False))
        self.aws("s3", "sync", "--no-progress", "tree", url + "/tree")
        self.assertEqual("", self.aws("s3", "sync", "--no-progress", "tree", url + "/tree"))
        listed = self.aws("s3", "ls", "--recursive", url + "/tree/")
        for name in files:
            self.assertIn("tree/" + name, listed)
        self.aws("s3", "sync", "--no-progress", url + "/tree", "back/tree")
        for name in files:
            self.assertTrue(filecmp.cmp(self.here / "tree" / name, self.here / "back/tree" / name, shallow=False), name)
        with urllib.request.urlopen(self.aws("s3", "presign", url + "/tree/a b+c.txt").strip()) as response:
            self.assertEqual((self.here / "tree/a b+c.txt").read_bytes(), response.read())
        self.aws("s3", "mv", "--no-progress", url + "/one", url + "/two")
        self.aws("s3", "rm", "--recursive", url)
        self.assertEqual("", self.aws("s3", "ls", url))
        self.aws("s3", "rb", url)

    def test_api(self):
        bucket = ("--bucket", self.bucket)
        self.api("create-bucket", *bucket)
        (self.here / "file").write_bytes(b"hello")
        self.api("put-bucket-versioning", *bucket, "--versioning-configuration", "Status=Enabled")
        first = self.api("put-object", *bucket, "--key", "a", "--body", "file", "--metadata", "m=1")["VersionId"]
        self.api("put-object", *bucket, "--key", "a", "--body", "file", "--checksum-algorithm", "SHA256")
        head = self.api("head-object", *bucket, "--key", "a", "--version-id", first)
        self.assertEqual({"m": "1"}, head["Metadata"])
        self.assertEqual(2, len(self.api("list-object-versions", *bucket)["Versions"]))
        self.api("delete-object", *bucket, "--key", "a")
        self.refused("NoSuchKey", "s3api", "get-object", *bucket, "--key", "a", "out")
        self.api("get-object", *bucket, "--key", "a", "--version-id", first, "--range", "bytes=1-2", "out")
        self.assertEqual(b"el", (self.here / "out").read_bytes())
        self.api("put-object-tagging", *bucket, "--key", "a", "--version-id", first, "--tagging",
                 "TagSet=[{Key=t,Value=1}]")
        self.assertEqual([{"Key": "t", "Value": "1"}],
                         self.api("get-object-tagging", *bucket, "--key", "a", "--version-id", first)["TagSet"])
        attributes = self.api("get-object-attributes", *bucket, "--key", "a", "--version-id", first,
                              "--object-attributes", "ObjectSize", "ETag")
        self.assertEqual(5, attributes["ObjectSize"])
        self.refused("NoSuchCORSConfiguration", "s3api", "get-bucket-cors", *bucket)
        self.refused("BucketNotEmpty", "s3api", "delete-bucket", *bucket)


if __name__ == "__main__":
    unittest.main()
