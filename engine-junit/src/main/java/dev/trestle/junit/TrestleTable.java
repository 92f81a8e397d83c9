package dev.trestle.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A table that a test finds in an in-memory database of its own.
 *
 * <pre>{@code
 * @TrestleTable(name = "Orders", partitionKey = "customer:S", sortKey = "placed:N")
 * class OrdersTest {
 *     @Test
 *     void put_newOrder_isFound(DynamoDbClient client) {
 *         // ...
 *     }
 * }
 * }</pre>
 *
 * <p>On a class, each of its tests gets the table; on a method, that test alone; repeated, there are several tables. Each test has
 * a new, empty database, which is closed after it. The database comes as a parameter of a test or of {@code @BeforeEach} and
 * {@code @AfterEach} methods, or into a field that has no value, as {@code DynamoDbClient}, {@code DynamoDbAsyncClient} or {@code
 * TrestleDb}.
 *
 * <p>If such a field is static, the tests of the class share one database, with the class's tables and what the tests put there.
 * A method's own table is then deleted after the method.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(TrestleTables.class)
@ExtendWith(TrestleExtension.class)
public @interface TrestleTable {

    /** The table's name. */
    String name();

    /** Name and type of the partition key: {@code "pk:S"}, where S stands for string, N for number, B for binary. */
    String partitionKey() default "pk:S";

    /** Name and type of the sort key, such as {@code "sk:N"}; empty for none. */
    String sortKey() default "";

    /** The global secondary indexes. */
    Index[] globalIndexes() default {};

    /** The local secondary indexes, which take the partition key from the table. */
    Index[] localIndexes() default {};

    /**
     * By how much global indexes lag behind, at least, so that a test meets what programs meet on AWS; see {@code
     * EngineOptions.withIndexDelay}. It is a property of the database: of several tables in it, the greatest counts.
     */
    int indexDelayMillis() default 0;

    /** An index of the table. Without {@link #include} or {@link #keysOnly} it carries all attributes. */
    @interface Index {

        /** The index's name. */
        String name();

        /** Name and type of the partition key, or of the up to four attributes that make it; left out for a local index. */
        String[] partitionKey() default {};

        /** Name and type of the sort key, or of the up to four attributes that make a global index's; empty for none. */
        String[] sortKey() default {};

        /** The attributes to carry beside the keys. */
        String[] include() default {};

        /** Carry the keys and nothing else. */
        boolean keysOnly() default false;
    }
}
