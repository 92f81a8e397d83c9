/** OpenAPI contracts: which operation a request is for, and whether it is as the contract has it. */
@NullMarked
package dev.trestle.platform.http.contract;

import org.jspecify.annotations.NullMarked;
