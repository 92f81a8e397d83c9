package dev.trestle.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a test whose errors DynamoDB Local gives with the service's code but in other words: there only the code is
 * compared.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface WordedOtherwiseByDynamoDbLocal {}
