/** What the server asks of DynamoDB, counted where every request passes: by table, index and access pattern. */
@NullMarked
package dev.trestle.server.metrics;

import org.jspecify.annotations.NullMarked;
