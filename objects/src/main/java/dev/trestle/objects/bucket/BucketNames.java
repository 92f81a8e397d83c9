package dev.trestle.objects.bucket;

import java.util.List;
import java.util.regex.Pattern;

/** What a bucket may be called. */
final class BucketNames {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final List<String> RESERVED_STARTS = List.of("xn--", "sthree-", "amzn-s3-demo-");
    private static final List<String> RESERVED_ENDS = List.of("-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3");

    private BucketNames() {}

    static boolean isValid(String name) {
        return FORM.matcher(name).matches()
                && !name.contains("..")
                && !ADDRESS.matcher(name).matches()
                && RESERVED_STARTS.stream().noneMatch(name::startsWith)
                && RESERVED_ENDS.stream().noneMatch(name::endsWith);
    }
}
