package dev.trestle.engine;

import dev.trestle.engine.api.AccountLimits;
import dev.trestle.engine.api.BackupDescription;
import dev.trestle.engine.api.BatchExecuteStatement;
import dev.trestle.engine.api.BatchGetItem;
import dev.trestle.engine.api.BatchWriteItem;
import dev.trestle.engine.api.ContinuousBackups;
import dev.trestle.engine.api.CreateBackup;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.DescribeStream;
import dev.trestle.engine.api.DiskSpace;
import dev.trestle.engine.api.Endpoint;
import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.ExecuteTransaction;
import dev.trestle.engine.api.ExportTable;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.GetRecords;
import dev.trestle.engine.api.GetShardIterator;
import dev.trestle.engine.api.ImportTable;
import dev.trestle.engine.api.ListBackups;
import dev.trestle.engine.api.ListStreams;
import dev.trestle.engine.api.ListTables;
import dev.trestle.engine.api.ListTagsOfResource;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.Query;
import dev.trestle.engine.api.RestoreTableFromBackup;
import dev.trestle.engine.api.Scan;
import dev.trestle.engine.api.StreamListener;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.engine.api.TagResource;
import dev.trestle.engine.api.TimeToLiveDescription;
import dev.trestle.engine.api.TimeToLiveSpecification;
import dev.trestle.engine.api.TransactGetItems;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.api.UntagResource;
import dev.trestle.engine.api.UpdateContinuousBackups;
import dev.trestle.engine.api.UpdateItem;
import dev.trestle.engine.api.UpdateTable;
import dev.trestle.engine.api.UpdateTimeToLive;
import dev.trestle.engine.api.WriteResult;
import dev.trestle.engine.backup.Backups;
import dev.trestle.engine.backup.PointInTime;
import dev.trestle.engine.capacity.CollectionSizes;
import dev.trestle.engine.expiry.ChunkSweep;
import dev.trestle.engine.expiry.Sweeper;
import dev.trestle.engine.partiql.BatchExecutor;
import dev.trestle.engine.partiql.StatementExecutor;
import dev.trestle.engine.partiql.TransactionExecutor;
import dev.trestle.engine.read.BatchReader;
import dev.trestle.engine.read.ItemReader;
import dev.trestle.engine.read.QueryReader;
import dev.trestle.engine.read.ScanReader;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.ItemCache;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.StoreException;
import dev.trestle.engine.store.StoreOptions;
import dev.trestle.engine.store.Stripes;
import dev.trestle.engine.stream.StreamKeeper;
import dev.trestle.engine.stream.StreamLog;
import dev.trestle.engine.stream.StreamReader;
import dev.trestle.engine.stream.Subscriptions;
import dev.trestle.engine.table.AbsentFeatures;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.ExpiryEntries;
import dev.trestle.engine.table.ExpiryMarks;
import dev.trestle.engine.table.IndexEntries;
import dev.trestle.engine.table.Maintenance;
import dev.trestle.engine.table.Tables;
import dev.trestle.engine.table.Tags;
import dev.trestle.engine.table.TimeToLive;
import dev.trestle.engine.transfer.TableExport;
import dev.trestle.engine.transfer.TableImport;
import dev.trestle.engine.verify.Verifier;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.engine.write.BatchWriter;
import dev.trestle.engine.write.BulkWriter;
import dev.trestle.engine.write.ItemWriter;
import dev.trestle.engine.write.Tokens;
import dev.trestle.engine.write.TransactionWriter;
import dev.trestle.engine.write.Writer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * DynamoDB's semantics over one RocksDB directory. Safe for any number of threads.
 *
 * <p>Reads answer at once. A write is validated and prepared by the calling thread; its future completes when its log record is on
 * disk, and fails with an {@link EngineException}, which the methods may also throw directly. Continuations that are not handed to
 * another executor run on the thread that writes for everybody, and must not block.
 */
public final class Engine implements AutoCloseable {
    private final EngineOptions options;
    private final Store store;
    private final Committer committer;
    private final Maintenance maintenance;
    private final Sweeper sweeper;
    private final Tables tables;
    private final TimeToLive timeToLive;
    private final Tags tags;
    private final AbsentFeatures absentFeatures;
    private final ItemReader itemReader;
    private final BatchReader batchReader;
    private final QueryReader queryReader;
    private final ScanReader scanReader;
    private final ItemWriter itemWriter;
    private final BatchWriter batchWriter;
    private final TransactionWriter transactionWriter;
    private final TableExport tableExport;
    private final TableImport tableImport;
    private final Backups backups;
    private final PointInTime pointInTime;
    private final StreamReader streamReader;
    private final Subscriptions subscriptions;
    private final StatementExecutor statements;
    private final BatchExecutor statementBatches;
    private final TransactionExecutor statementTransactions;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Engine(EngineOptions options, Store store) {
        this.options = options;
        this.store = store;
        ItemCache cache = new ItemCache(options.itemCacheBytes(), options.keepsDecodedItems());
        this.committer =
                new Committer(store, cache, options.clock(), options.commitQueueRequests(), options.commitQueueBytes());
        Items items = new Items(store, cache, committer);
        Stripes stripes = new Stripes();
        Catalog catalog = new Catalog(store, committer);
        this.maintenance = new Maintenance(store, committer, catalog, items, stripes);
        this.tables = new Tables(
                catalog, maintenance, committer.counters(), options.clock(), options.region(), options.accountId());
        this.timeToLive = new TimeToLive(catalog, maintenance, options.clock());
        this.tags = new Tags(catalog);
        this.absentFeatures = new AbsentFeatures(catalog);
        this.itemReader = new ItemReader(catalog, store, items);
        this.batchReader = new BatchReader(catalog, items);
        this.queryReader = new QueryReader(catalog, store, cache);
        this.scanReader = new ScanReader(catalog, store, cache);
        ExpiryMarks marks = new ExpiryMarks();
        Writer writer = new Writer(
                catalog,
                stripes,
                items,
                committer,
                new CollectionSizes(store, committer.counters()),
                new IndexEntries(store, committer),
                new ExpiryEntries(marks));
        this.itemWriter = new ItemWriter(writer);
        this.batchWriter = new BatchWriter(writer);
        Tokens tokens = new Tokens(store, committer, stripes, options.clock());
        this.transactionWriter = new TransactionWriter(writer, tokens);
        this.statements = new StatementExecutor(catalog, queryReader, scanReader, itemWriter);
        this.statementBatches = new BatchExecutor(catalog, itemReader, statements);
        this.statementTransactions = new TransactionExecutor(catalog, itemReader, transactionWriter);
        maintenance.addChore(tokens::sweep);
        maintenance.addChore(store::clearRemains);
        this.backups = new Backups(
                catalog, store, committer, maintenance, writer, options.clock(), options.region(), options.accountId());
        tables.keepWhile(backups::isCopying);
        this.pointInTime = new PointInTime(catalog);
        this.sweeper = new Sweeper(
                catalog, options.clock(), new ChunkSweep(store, catalog, stripes, items, committer, writer, marks));
        this.tableExport = new TableExport(store, catalog, tables, options.clock(), options.path());
        this.tableImport = new TableImport(store, catalog, tables, new BulkWriter(writer));
        StreamLog streamLog = new StreamLog(store, committer.sequence());
        this.streamReader =
                new StreamReader(catalog.streams(), streamLog, options.clock(), options.region(), options.accountId());
        this.subscriptions = new Subscriptions(store, committer, catalog, streamLog);
        maintenance.addChore(new StreamKeeper(store, committer, catalog, streamLog, options.clock())::run);
    }

    /**
     * Opens a store, or makes one where there is none.
     *
     * @throws StoreException if the directory is in use, damaged, of a newer format, or not ours
     */
    public static Engine open(EngineOptions options) {
        Store store = Store.open(new StoreOptions(
                options.path(),
                options.blockCacheBytes(),
                options.writeBufferBytes(),
                options.freeSpaceFloorBytes(),
                options.freeSpaceLowBytes(),
                options.indexDelay()));
        try {
            Engine engine = new Engine(options, store);
            engine.committer.start();
            engine.maintenance.start();
            engine.backups.start();
            engine.sweeper.start();
            return engine;
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    public EngineOptions options() {
        return options;
    }

    /** Which tables requests are about, for access checks. */
    public TableReferences tableReferences() {
        return new TableReferences(streamReader, backups);
    }

    /** How much room the disk of the data directory had about a second ago, and whether writes are accepted. */
    public DiskSpace diskSpace() {
        return store.diskSpace();
    }

    public TableDescription createTable(CreateTable request) {
        return tables.create(request);
    }

    public TableDescription describeTable(@Nullable String tableName) {
        return tables.describe(tableName);
    }

    public TableDescription updateTable(UpdateTable request) {
        return tables.update(request);
    }

    public TableDescription deleteTable(@Nullable String tableName) {
        return tables.delete(tableName);
    }

    public void swapTables(@Nullable String tableName, @Nullable String otherName) {
        tables.swap(tableName, otherName);
    }

    public ListTables.Result listTables(ListTables request) {
        return tables.list(request);
    }

    public TimeToLiveSpecification updateTimeToLive(UpdateTimeToLive request) {
        return timeToLive.update(request);
    }

    public TimeToLiveDescription describeTimeToLive(@Nullable String tableName) {
        return timeToLive.describe(tableName);
    }

    public void tagResource(TagResource request) {
        tags.tag(request);
    }

    public void untagResource(UntagResource request) {
        tags.untag(request);
    }

    public ListTagsOfResource.Result listTagsOfResource(ListTagsOfResource request) {
        return tags.list(request);
    }

    /** What AWS gives every account. Nothing here enforces it. */
    public AccountLimits describeLimits() {
        return new AccountLimits(80_000, 80_000, 40_000, 40_000);
    }

    public Endpoint describeEndpoints() {
        return new Endpoint("dynamodb." + options.region() + ".amazonaws.com", 1440);
    }

    /** The name of the table, or of the one that has the index; its contributor insights are always disabled. */
    public String describeContributorInsights(@Nullable String tableName, @Nullable String indexName) {
        return absentFeatures.contributorInsights(tableName, indexName);
    }

    /** The name of the table; it streams to no Kinesis stream. */
    public String describeKinesisStreamingDestination(@Nullable String tableName) {
        return absentFeatures.kinesisStreamingDestination(tableName);
    }

    /** Why there is no resource policy: there are none. */
    public EngineException getResourcePolicy(@Nullable String resourceArn) {
        return absentFeatures.resourcePolicy(resourceArn);
    }

    public GetItem.Result getItem(GetItem request) {
        return itemReader.get(request);
    }

    /**
     * What {@link #getItem} would answer, if that takes no more than a look into memory; else null. It never waits for the disk, and is
     * for callers that must not.
     */
    public GetItem.@Nullable Result getItemFromMemory(GetItem request) {
        return itemReader.getFromMemory(request);
    }

    public BatchGetItem.Result batchGetItem(BatchGetItem request) {
        return batchReader.get(request);
    }

    /** What {@link #batchGetItem} would answer, as {@link #getItemFromMemory}; null also if it is much. */
    public BatchGetItem.@Nullable Result batchGetItemFromMemory(BatchGetItem request) {
        return batchReader.getFromMemory(request);
    }

    public TransactGetItems.Result transactGetItems(TransactGetItems request) {
        return itemReader.transactGet(request);
    }

    public Page query(Query request) {
        return queryReader.query(request);
    }

    /** What {@link #query} would answer, as {@link #getItemFromMemory}; null also if it is more than a few dozen kilobytes. */
    public @Nullable Page queryFromMemory(Query request) {
        return queryReader.queryFromMemory(request);
    }

    public Page scan(Scan request) {
        return scanReader.scan(request);
    }

    /**
     * For callers that do nothing but wait for a write. In memory it is then mostly done on the caller's thread, and the answer is there
     * when this returns.
     */
    public <T> CompletableFuture<T> awaiting(Supplier<CompletableFuture<T>> write) {
        return committer.awaiting(write);
    }

    public CompletableFuture<WriteResult> putItem(PutItem request) {
        return itemWriter.put(request);
    }

    public CompletableFuture<WriteResult> updateItem(UpdateItem request) {
        return itemWriter.update(request);
    }

    public CompletableFuture<WriteResult> deleteItem(DeleteItem request) {
        return itemWriter.delete(request);
    }

    public CompletableFuture<BatchWriteItem.Result> batchWriteItem(BatchWriteItem request) {
        return batchWriter.write(request);
    }

    public CompletableFuture<TransactWriteItems.Result> transactWriteItems(TransactWriteItems request) {
        return transactionWriter.write(request);
    }

    public ListStreams.Result listStreams(ListStreams request) {
        return streamReader.list(request);
    }

    public DescribeStream.Result describeStream(DescribeStream request) {
        return streamReader.describe(request);
    }

    public String getShardIterator(GetShardIterator request) {
        return streamReader.shardIterator(request);
    }

    public GetRecords.Result getRecords(GetRecords request) {
        return streamReader.records(request);
    }

    /**
     * Tells the listener what happens to the items of a table, in the order of the writes and at least once each. A named consumer
     * goes on where it stopped, also after a crash.
     */
    public StreamSubscription subscribe(SubscribeStream request, StreamListener listener) {
        return subscriptions.add(request, listener);
    }

    public CompletableFuture<ExecuteStatement.Result> executeStatement(ExecuteStatement request) {
        return statements.execute(request);
    }

    public CompletableFuture<BatchExecuteStatement.Result> batchExecuteStatement(BatchExecuteStatement request) {
        return statementBatches.execute(request);
    }

    public CompletableFuture<ExecuteTransaction.Result> executeTransaction(ExecuteTransaction request) {
        return statementTransactions.execute(request);
    }

    /**
     * Begins a backup of one table as it is at this moment, with every write that was acknowledged before the call. It is kept in this
     * store. One that is still being created when the engine is closed is given up.
     */
    public BackupDescription createBackup(CreateBackup request) {
        return backups.create(request);
    }

    public BackupDescription describeBackup(@Nullable String backupArn) {
        return backups.describe(backupArn);
    }

    public ListBackups.Result listBackups(ListBackups request) {
        return backups.list(request);
    }

    public BackupDescription deleteBackup(@Nullable String backupArn) {
        return backups.delete(backupArn);
    }

    /** Begins to make a new table of a backup; it can be used when it is ACTIVE. */
    public TableDescription restoreTableFromBackup(RestoreTableFromBackup request) {
        return backups.restore(request);
    }

    public ContinuousBackups describeContinuousBackups(@Nullable String tableName) {
        return pointInTime.describe(tableName);
    }

    public ContinuousBackups updateContinuousBackups(UpdateContinuousBackups request) {
        return pointInTime.update(request);
    }

    /**
     * Makes a complete copy of the store in a directory that does not exist yet, while requests go on. It holds every write that was
     * acknowledged before the call. On the same disk it costs little: most of it is links.
     *
     * @throws StoreException if the directory exists, or cannot be written, or this engine is in memory
     */
    public void backup(Path target) {
        store.backup(target);
    }

    /**
     * Makes a store, in a directory that does not exist yet, of what {@link #backup} made. The backup stays as it is.
     *
     * @throws StoreException if it is no complete backup, or the directory exists or cannot be written
     */
    public static void restore(Path backup, Path directory) {
        Store.restore(backup, directory);
    }

    /**
     * Writes all items of a table, as they are at one moment, to files in the layout of DynamoDB's own export to S3, while requests go
     * on. An export of the table to the same place that was cut short is finished, in the moment at which it began; of a store in
     * memory it is begun anew.
     *
     * @throws StoreException if the files cannot be written
     * @throws java.util.concurrent.CancellationException if the listener stopped it, or this thread was interrupted
     */
    public ExportTable.Result exportTable(ExportTable request) {
        return tableExport.export(request);
    }

    /**
     * Puts the items of an export, ours or AWS's, into a table, which is made if there is none. An import of the same export into the
     * table that was cut short goes on where it stopped. Requests to the table may go on; of an item that both write the later stays.
     *
     * @throws EngineException if the export or an item in it is not as it should be; the message names file and line. What was put
     *     before stays
     * @throws StoreException if a file cannot be read
     * @throws java.util.concurrent.CancellationException if the listener stopped it, or this thread was interrupted
     */
    public ImportTable.Result importTable(ImportTable request) {
        return tableImport.importTable(request);
    }

    /**
     * Walks the whole store, at one moment and beside running requests, and tells whether tables, indexes, expiry entries and counters
     * agree and every file is sound.
     */
    public VerifyReport verify() {
        return verify(entries -> {});
    }

    /** As {@link #verify()}; {@code listener} is told now and then how many entries of tables, indexes and all else were looked at. */
    public VerifyReport verify(LongConsumer listener) {
        return new Verifier(store, listener).verify();
    }

    /** How many bytes the store has yet to put in order in the background, an estimate; reads are fastest when it is near zero. */
    public long pendingCompactionBytes() {
        return store.pendingCompactionBytes();
    }

    /** Finishes the writes that are queued and the reads under way, then closes the store. Later calls fail with a clear message. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            backups.close();
            sweeper.close();
            subscriptions.close();
            store.stopClearing();
            maintenance.close();
            committer.close();
            store.close();
        }
    }
}
