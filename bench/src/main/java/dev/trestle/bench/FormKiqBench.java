package dev.trestle.bench;

import dev.trestle.bench.FormKiqLoad.Query;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** FormKiQ among many documents beside among few, and its writes beside the bare ones and beside smaller ones. */
final class FormKiqBench {
    private static final int FEW_LEAST = 1000;
    private static final int FEW_MOST = 10_000;
    private static final int SHARE = 100;
    private static final int TOLD_EACH = 10_000;
    private static final int PAGE = 50;
    private static final double FLAT = 1.3;
    private static final double HEAP_MORE_MAX = 100;
    private static final int PROBED = 1000;
    private static final int RULES = 200;
    private static final int ITEMS = 95;
    private static final int ROWS = 290;
    private static final int THREADS = 16;
    private static final int MEGABYTE = 1 << 20;

    private final PrintStream out;
    private final Paired reads;
    private final Paired writes;
    private final int many;
    private final int few;

    /** {@code calls} is how many of each side a run has; of those that write a tenth. */
    FormKiqBench(PrintStream out, int runs, int calls, long documents) {
        this.out = out;
        this.reads = new Paired(out, runs, calls);
        this.writes = reads.withCalls(calls / 10);
        this.many = (int) Math.max(FEW_LEAST * 2L, Math.min(documents, 10_000_000));
        this.few = Math.max(FEW_LEAST, Math.min(FEW_MOST, many / SHARE));
    }

    /**
     * Gives the limits that were missed.
     *
     * @param kept where what is loaded stays, for the next run or the rest of this one; null for nowhere
     */
    List<String> run(Path home, @Nullable Path kept) throws Exception {
        out.printf(
                Locale.ROOT,
                "Engines on disk, each write synced; operations of the API within the process, call by call in turns:"
                        + " p99 of %,d reads or %,d writes each%n",
                reads.calls(),
                writes.calls());
        long empty = heap();
        try (FormKiqSide small = loaded(home.resolve("few"), few)) {
            long ofFew = heap() - empty;
            try (FormKiqSide large = loaded(kept == null ? home.resolve("many") : kept, many)) {
                long ofMany = heap() - empty - ofFew;
                double more = (ofMany - ofFew) / (double) MEGABYTE;
                reads.judge(
                        String.format(
                                Locale.ROOT,
                                "Heap with %,d documents: %,d MB, with %,d: %,d MB  more: %.0f MB",
                                many,
                                ofMany / MEGABYTE,
                                few,
                                ofFew / MEGABYTE,
                                more),
                        more,
                        HEAP_MORE_MAX);
                reads(large, small);
                adds(large, small);
            }
            hidden(small);
        }
        bare(home);
        sizes(home);
        record(home);
        permissions(home);
        new FormKiqUploads(writes).run(home.resolve("uploads"));
        return reads.missed();
    }

    private FormKiqSide loaded(Path directory, int documents) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        FormKiqSide side = new FormKiqSide(directory).load(documents, done -> {
            if (done % TOLD_EACH == 0) {
                out.printf(Locale.ROOT, "  %,d of %,d documents%n", done, documents);
            }
        });
        side.settled();
        double seconds = (System.nanoTime() - begun) / 1e9;
        out.printf(
                Locale.ROOT,
                "Loaded %,d documents, or found them there, in %.0f s: %,.0f/s%n",
                documents,
                seconds,
                documents / seconds);
        return side;
    }

    private static long heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private void reads(FormKiqSide large, FormKiqSide small) throws Exception {
        String title = String.format(Locale.ROOT, ", %,d vs. %,d", many, few);
        reads.compare("GET a document" + title, large::get, small::get, FLAT);
        reads.compare("Day, page 1" + title, random -> large.day(""), random -> small.day(""), FLAT);
        String ofLarge = large.dayPage(PAGE);
        String ofSmall = small.dayPage(PAGE);
        reads.compare("Day, page 50" + title, random -> large.day(ofLarge), random -> small.day(ofSmall), FLAT);
        String folder = String.format(Locale.ROOT, "Folder of %,d vs. of 90", many / 10);
        reads.compare(
                folder,
                random -> large.folder(FormKiqLoad.LARGE),
                random -> large.folder(FormKiqLoad.smallFolder(random.nextInt(many / 100))),
                FLAT);
        for (Query query : List.of(Query.TWENTY_HITS, Query.A_TENTH, Query.RANGE, Query.BEGINS_WITH, Query.TAG)) {
            find(query, title, large, small, FLAT);
        }
        find(Query.TWO_ATTRIBUTES, title, large, small, 1.5);
        find(Query.TEXT_AND_ATTRIBUTE, title, large, small, 2);
        reads.compare(
                "Two attributes vs. their composite key",
                random -> large.find(Query.TWO_ATTRIBUTES, random),
                random -> large.find(Query.COMPOSITE_KEY, random),
                3);
    }

    private void find(Query query, String title, FormKiqSide large, FormKiqSide small, double most) throws Exception {
        reads.compare(
                "Search " + query + title,
                random -> large.find(query, random),
                random -> small.find(query, random),
                most);
    }

    private static long add(FormKiqSide side, String folder) {
        return side.add(folder, List.of()).length();
    }

    private void adds(FormKiqSide large, FormKiqSide small) throws Exception {
        writes.compare(
                String.format(Locale.ROOT, "Add, %,d vs. %,d", many, few),
                random -> add(large, FormKiqLoad.smallFolder(random.nextInt(few / 100))),
                random -> add(small, FormKiqLoad.smallFolder(random.nextInt(few / 100))),
                1.2);
        writes.compare(
                String.format(Locale.ROOT, "Add into a folder of %,d vs. of 90", many / 10),
                random -> add(large, FormKiqLoad.LARGE),
                random -> add(large, FormKiqLoad.smallFolder(random.nextInt(many / 100))),
                1.2);
        Paired threads = writes.withCalls(writes.calls() / THREADS);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            threads.compare(
                    "16 threads into one folder vs. into 16",
                    random -> together(pool, i -> add(small, FormKiqLoad.LARGE)),
                    random -> together(pool, i -> add(small, FormKiqLoad.smallFolder(i % (few / 100)))),
                    2);
        } finally {
            pool.shutdown();
        }
    }

    private static long together(ExecutorService pool, IntToLongFunction act) throws Exception {
        List<Future<Long>> all = new ArrayList<>();
        IntStream.range(0, THREADS).forEach(i -> all.add(pool.submit(() -> act.applyAsLong(i))));
        long sum = 0;
        for (Future<Long> each : all) {
            sum += each.get();
        }
        return sum;
    }

    /** Nine of ten hits are in a folder whose rule keeps the caller out. */
    private void hidden(FormKiqSide side) throws Exception {
        for (int i = 0; i < PROBED; i++) {
            side.add(i % 10 == 0 ? "probe/open" : "probe/hidden", List.of(FormKiqLoad.text("twenty", "nine of ten")));
            side.add("probe/open", List.of(FormKiqLoad.text("twenty", "none")));
        }
        side.folderRule("probe/hidden", "nobody");
        reads.compare(
                "Page of 10, 9 of 10 hits hidden vs. none",
                random -> full(side, "nine of ten"),
                random -> full(side, "none"),
                4);
    }

    private static long full(FormKiqSide side, String value) {
        long found = side.found(Map.of("attribute", Map.of("key", "twenty", "eq", value)));
        if (found != 10) {
            throw new IllegalStateException("The page has " + found + " documents.");
        }
        return found;
    }

    /** The system adds a document, and then the very same rows are put bare. */
    private void bare(Path home) throws Exception {
        WrittenTransactions kept = new WrittenTransactions();
        try (FormKiqSide side = new FormKiqSide(home.resolve("add"), kept::keeping, FormKiqSide.noObjects());
                TrestleDb bare = FormKiqSide.open(Files.createDirectories(home.resolve("bare")))) {
            FormKiqSide.createTables(bare.client());
            List<List<TransactWriteItemsRequest>> same = new ArrayList<>();
            writes.compare(
                    "Add a document vs. the same rows bare",
                    random -> {
                        kept.take();
                        long length = add(side, "folder");
                        same.add(kept.take());
                        return length;
                    },
                    random -> {
                        List<TransactWriteItemsRequest> rows = same.remove(same.size() - 1);
                        rows.forEach(bare.client()::transactWriteItems);
                        return rows.size();
                    },
                    2);
        }
    }

    private void sizes(Path home) throws Exception {
        Map<String, String> types = new TreeMap<>(FormKiqLoad.DEFINITIONS);
        IntStream.range(0, 20).forEach(i -> types.put("a" + i, "STRING"));
        List<Map<String, Object>> twenty = IntStream.range(0, 20)
                .mapToObj(i -> FormKiqLoad.text("a" + i, "value"))
                .toList();
        List<Map<String, Object>> four = List.of("left", "right", "tenth", "other").stream()
                .map(key -> FormKiqLoad.text(key, "value"))
                .toList();
        try (FormKiqSide plain = new FormKiqSide(home.resolve("plain")).define(types, List.of());
                FormKiqSide composed = new FormKiqSide(home.resolve("composed"))
                        .define(types, List.of(List.of("left", "right"), List.of("tenth", "other")))) {
            writes.compare(
                    "Add with 20 attributes vs. with 1",
                    random -> plain.add("f", twenty).length(),
                    random -> plain.add("f", twenty.subList(0, 1)).length(),
                    2.5);
            writes.compare(
                    "Add with 2 composite keys vs. with none",
                    random -> composed.add("f", four).length(),
                    random -> plain.add("f", four).length(),
                    1.5);
            deletions(plain);
        }
    }

    private void deletions(FormKiqSide side) throws Exception {
        Paired fewer = writes.withCalls(writes.calls() / 5);
        List<String> values = IntStream.range(0, ROWS).mapToObj(i -> "v" + i).toList();
        List<Map<String, Object>> many300 = List.of(Map.of("key", "a0", "stringValues", values));
        List<Map<String, Object>> five = List.of(Map.of("key", "a0", "stringValues", values.subList(0, 3)));
        // Made beforehand: what is measured is the deletion alone.
        List<String> large = new ArrayList<>();
        List<String> small = new ArrayList<>();
        for (int i = 0; i < fewer.total(); i++) {
            large.add(side.add("gone", many300));
            small.add(side.add("gone", five));
        }
        fewer.compare(
                "Soft delete, 300 rows vs. 5", random -> deleted(side, large), random -> deleted(side, small), 1.5);
    }

    private static long deleted(FormKiqSide side, List<String> ids) {
        side.delete(ids.remove(ids.size() - 1));
        return 1;
    }

    /** The rows of the record and of versions are left out of one side's transactions. */
    private void record(Path home) throws Exception {
        try (FormKiqSide whole = new FormKiqSide(home.resolve("recorded")).define(FormKiqLoad.DEFINITIONS, List.of());
                FormKiqSide without = new FormKiqSide(
                                home.resolve("unrecorded"), UnrecordedWrites::without, FormKiqSide.noObjects())
                        .define(FormKiqLoad.DEFINITIONS, List.of())) {
            String one = whole.add("f", List.of(FormKiqLoad.text("city", "Rome")));
            String other = without.add("f", List.of(FormKiqLoad.text("city", "Rome")));
            writes.compare(
                    "PATCH an attribute, recorded vs. not",
                    random -> changed(whole, one, random),
                    random -> changed(without, other, random),
                    2);
        }
    }

    private static long changed(FormKiqSide side, String id, Random random) {
        side.change(id, "city", "City " + random.nextInt());
        return 1;
    }

    private void permissions(Path home) throws Exception {
        try (FormKiqSide ruled = new FormKiqSide(home.resolve("ruled"));
                FormKiqSide open = new FormKiqSide(home.resolve("open"))) {
            String one = ruled.add("folder 0/below", List.of());
            String other = open.add("folder 0/below", List.of());
            for (int i = 0; i < RULES; i++) {
                if (i > 0) {
                    ruled.add("folder " + i, List.of());
                }
                ruled.folderRule("folder " + i, "default");
            }
            ruled.policy(ITEMS);
            reads.compare(
                    "GET, 200 rules and 95 policy items vs. none",
                    random -> ruled.get(one),
                    random -> open.get(other),
                    1.5);
        }
    }
}
