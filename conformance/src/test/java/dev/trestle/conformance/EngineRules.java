package dev.trestle.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a suite of rules that the engine decides by the members of a request, whichever way it came: it runs over the engine in memory
 * alone, and over a DynamoDB Local. That every member, value and error comes through the disk, the asynchronous client and HTTP is for the
 * suites that run over all targets: {@link RecordedCasesTest} and {@link RandomOperationsTest} use every member, {@link ValuesTest} every
 * type, {@link ErrorOrderTest} the errors.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface EngineRules {}
