package dev.trestle.model.verify;

/** The kinds of findings. Their names never change: models accept findings by them. */
public enum Code {
    /** A declaration does not compile. */
    DECLARATION("A template, a condition or an entity makes no sense as it is declared"),
    /** A pattern that nothing answers. */
    UNSERVED("No key serves a pattern: it cannot be asked with one Query or Get"),
    /** Two items under one key. */
    SAME_KEY(
            "Two entities, or two shapes of one, can produce the same primary key: one item would overwrite the other"),
    /** A key that two lists of values have. */
    AMBIGUOUS_KEY("Parts stand side by side, so that different values make the same key"),
    /** A value that is empty makes two keys one. */
    EMPTY_PART("Two entities have the same key when a part is empty"),
    /** Items whose entity cannot be told. */
    INDISTINCT("An item cannot be told from one of another entity when it is read"),
    /** A query that reads what it did not ask for. */
    FOREIGN_ITEMS("A query also reads items of an entity that it does not give"),
    /** Numbers in keys that do not sort. */
    TEXT_ORDER("Numbers in a sort key are ordered as text: 10 before 2"),
    /** Times in keys that do not sort. */
    TIME_ORDER("Times in a sort key are written so that their order is not that of the text"),
    /** A prefix that names one moment. */
    MOMENT_PREFIX("A prefix ends in a whole time, so that it finds one moment and lists nothing"),
    /** A key without its tenant. */
    UNSCOPED("A key of a table that separates tenants does not hold the tenant"),
    /** A key that another tenant's value can make. */
    SCOPE_FORGED("A value of one tenant can make a key of another's"),
    /** A read of the whole table. */
    SCAN("A pattern reads the whole table"),
    /** Items read for nothing. */
    FILTER("A pattern reads items that its answer leaves out"),
    /** A pattern of several requests. */
    MANY_REQUESTS("A pattern asks several partitions, one request each"),
    /** One shape of several. */
    PARTIAL_SHAPES("A query reads one partition of an entity whose shapes lie in several"),
    /** An index asked as if it were the table. */
    GET_ON_INDEX("A pattern gets or changes an item by an index, which only the table's key can do"),
    /** An index taken for a guard. */
    FIND_NOT_UNIQUE("A pattern finds one item in an index where there may be several"),
    /** Several attributes, one index key. */
    ONE_INDEX_KEY("Several attributes share one index key: an item is found by one of them alone"),
    /** An index key that another attribute decides on. */
    SPARSE_CONDITION("Whether an index holds an item depends on an attribute that is not in the key"),
    /** A key attribute that is not text. */
    KEY_TYPE("An index is keyed by an attribute that is not a string"),
    /** Items in an index that nobody declared. */
    HIDDEN_INDEX("An index holds items of an entity that does not say so, because they have its key attributes"),
    /** An index for nothing. */
    INDEX_UNUSED("No entity has a key in an index, or no pattern asks it"),
    /** One partition for all. */
    HOT_PARTITION("All items share one partition, or a few"),
    /** Items that only grow. */
    ITEM_GROWTH("A list, set or map without a bound grows inside an item, which has 400 KB at most"),
    /** Partitions that only grow. */
    PARTITION_GROWTH("A partition grows without a bound where it has one, or with time alone"),
    /** Keys that may be too long. */
    KEY_LENGTH("A key has 2,048 bytes at most, a sort key 1,024; free text in it has to stay below"),
    /** One name for two things. */
    ATTRIBUTE_CLASH("Two things are written to one attribute, or a name is DynamoDB's own"),
    /** Expiry that nobody writes. */
    EXPIRY_UNWRITTEN("No entity writes the attribute by which items expire"),
    /** Expiry in a form that DynamoDB passes over. */
    EXPIRY_FORMAT("The attribute by which items expire is not a number of seconds"),
    /** A version that does not count. */
    VERSION_TYPE("An attribute that counts changes is not a whole number that every item has"),
    /** Guards without a place. */
    NO_SUPPORT_TABLE("Unique attributes need a support table for their guards"),
    /** Too much for one transaction. */
    TRANSACTION_SIZE("A write of one record can take more than the 100 actions of a transaction"),
    /** Something that the target cannot do. */
    TARGET_LACKS("The model needs what the target does not have"),
    /** No such table. */
    LIVE_MISSING("A table of the model is not there"),
    /** Another key. */
    LIVE_KEY("A live table has another key than the model"),
    /** Another index. */
    LIVE_INDEX("A live table lacks an index, or has another one"),
    /** Another projection. */
    LIVE_PROJECTION("A live index does not hold all attributes"),
    /** Another expiry. */
    LIVE_EXPIRY("A live table expires items by another attribute, or not at all"),
    /** No stream. */
    LIVE_STREAM("A live table has no stream of old and new images"),
    /** A reason without a finding. */
    UNUSED_ACCEPT("A finding is accepted that there is not");

    private final String meaning;

    Code(String meaning) {
        this.meaning = meaning;
    }

    /** What it is, in a sentence. */
    public String meaning() {
        return meaning;
    }
}
