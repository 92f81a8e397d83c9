/** The AWS SDK's DynamoDB clients over the embedded engine. */
@NullMarked
package dev.trestle.sdk;

import org.jspecify.annotations.NullMarked;
