package dev.trestle.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an expectation that the service meets and DynamoDB Local does not: there the test is skipped, for the reason
 * given.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface DiffersFromDynamoDbLocal {
    String value();
}
