/** Requests and answers as DynamoDB's JSON: told to any client, compared, and kept in files that are replayed. */
@NullMarked
package dev.trestle.conformance.cases;

import org.jspecify.annotations.NullMarked;
