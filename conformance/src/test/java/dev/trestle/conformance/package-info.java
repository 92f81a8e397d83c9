/** What "faithful to DynamoDB" means, as one suite of tests that every implementation of the client is held to. */
@NullMarked
package dev.trestle.conformance;

import org.jspecify.annotations.NullMarked;
