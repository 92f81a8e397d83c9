package dev.trestle.conformance.cases;

import java.util.Map;

/** Something that answers requests as DynamoDB does, or should. */
public interface Side {

    /** Sends one request. Every refusal is an answer. */
    Answer call(String operation, Map<String, Object> request);
}
