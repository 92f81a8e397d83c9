package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.http.contract.ContractException;
import dev.trestle.platform.http.contract.Contracts;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contracts and handlers that do not agree are noticed when the server starts. */
class ContractTest {
    private static final String HEAD = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nservers: [{url: /t}]\n";
    private static final String ONE = HEAD
            + "paths:\n  /a/{id}:\n    get:\n      operationId: getA\n      parameters:\n"
            + "        - {name: id, in: path, required: true, schema: {type: string}}\n"
            + "        - {name: n, in: query, schema: {type: integer}}\n"
            + "      responses: {'200': {description: d}}\n";

    @TempDir
    private Path directory;

    record ById(String id) {}

    record Unknown(String id, @Nullable String other) {}

    record Primitive(String id, int n) {}

    private void assertRefused(String contract, String operation, Class<?> request, String... parts) {
        assertThatThrownBy(() -> start(contract, operation, request))
                .isInstanceOf(ContractException.class)
                .hasMessageContainingAll(parts);
    }

    private <Q> void start(String contract, String operation, Class<Q> request) throws Exception {
        Api api = Api.of("t", file("c.yaml", contract), Shapes.plain()).handle(operation, request, (call, q) -> null);
        PlatformServer.start(HttpOptions.loopback(0), Hosting.of(List.of(api), List.of()))
                .close();
    }

    @Test
    void start_handlersThatDoNotFit_isRefusedWithWhy() throws Exception {
        start(ONE, "getA", ById.class);
        assertRefused(ONE, "getB", ById.class, "Contract of t", "handler for getB", "not in its contract");
        assertRefused(ONE, "getA", Unknown.class, "wants \"other\"", "It has [id, n]");
        assertRefused(ONE, "getA", Primitive.class, "n is a int", "may be left out");
        assertRefused(
                ONE + "  /b: {get: {operationId: getB, responses: {'200': {description: d}}}}\n",
                "getA",
                ById.class,
                "no handler for [getB]");
    }

    @Test
    void start_contractThatIsWrong_isRefusedWithWhere() {
        assertRefused("openapi: 3.0.3\n", "getA", ById.class, "OpenAPI 3.1");
        assertRefused("a: [", "getA", ById.class, "cannot be read");
        assertRefused("- 1\n", "getA", ById.class, "must be an object");
        assertRefused(
                HEAD + "paths: {/a: {get: {operationId: getA, responses: {'404': {description: d}}}}}\n",
                "getA",
                ById.class,
                "getA names no response for success");
        assertRefused(
                HEAD + "paths: {/a: {get: {responses: {'200': {description: d}}}}}\n",
                "getA",
                ById.class,
                "#/paths//a/get",
                "operationId");
        assertRefused(
                ONE.replace("schema: {type: string}", "$ref: '#/components/nothing'"), "getA", ById.class, "nothing");
        assertRefused(ONE.replace("/a/{id}", "/a/x{id}"), "getA", ById.class, "whole part of a path");
        assertRefused(
                ONE + "  /a/{other}: {get: {operationId: getB, responses: {'200': {description: d}}}}\n",
                "getA",
                ById.class,
                "Two operations have the method and path of getB");
    }

    @Test
    void readAhead_oneThatIsWrongAmongThem_isToldToWhoAsksForIt() throws Exception {
        URL good = file("good.yaml", ONE);
        URL wrong = file("wrong.yaml", ONE.replace("3.1.0", "3.0.3"));
        URL none = directory.resolve("none.yaml").toUri().toURL();
        Contracts contracts = Contracts.readAhead(List.of(wrong, none, good));
        assertThat(contracts.read(good).operations()).containsOnlyKeys("getA");
        assertThat(contracts.read(good)).as("read once").isSameAs(contracts.read(good));
        assertThatThrownBy(() -> contracts.read(wrong))
                .isInstanceOf(ContractException.class)
                .hasMessage("The contract must be of OpenAPI 3.1.");
        assertThatThrownBy(() -> contracts.read(none)).isInstanceOf(IOException.class);
        assertThat(contracts.read(file("other.yaml", ONE)).basePath()).isEqualTo("/t");
    }

    private URL file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toUri().toURL();
    }
}
