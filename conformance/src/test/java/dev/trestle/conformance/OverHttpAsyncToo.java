package dev.trestle.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a suite that also runs over HTTP by the SDK's asynchronous client. What such a client does otherwise than the blocking one is
 * to send and receive, so that a suite for each kind of request, answer and error is enough.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface OverHttpAsyncToo {}
