package dev.trestle.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * Marks a suite of a system that also runs over the network, through the SDK's own client: one that is about what the system writes, reads
 * in pages, hears from streams or leaves behind when it is cut short. What a system checks, it checks before it comes to its store.
 */
@java.lang.annotation.Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OverTheNetworkToo {}
