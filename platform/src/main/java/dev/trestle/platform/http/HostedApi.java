package dev.trestle.platform.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.http.contract.Contract;
import dev.trestle.platform.http.contract.ContractException;
import dev.trestle.platform.http.contract.Contracts;
import dev.trestle.platform.http.contract.Operation;
import java.io.IOException;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A system's API with its contract read and its handlers checked against it. */
final class HostedApi {
    private final Api api;
    private final Contract contract;
    private final List<List<String>> bases;
    private final Map<String, Endpoint<?>> endpoints = new LinkedHashMap<>();

    /** An operation and what is called for it. */
    record Endpoint<Q>(HostedApi api, Operation operation, Binder<Q> binder, Api.Bound<Q> bound) {}

    private HostedApi(Api api, Contract contract) {
        this.api = api;
        this.contract = contract;
        this.bases = Stream.concat(Stream.of(contract.basePath()), api.aliases().stream())
                .map(base -> base.isEmpty()
                        ? List.<String>of()
                        : List.of(base.substring(1).split("/", -1)))
                .toList();
        TreeSet<String> missing = new TreeSet<>(contract.operations().keySet());
        api.handlers().forEach((id, bound) -> {
            missing.remove(id);
            Operation operation = contract.operation(id);
            if (operation == null) {
                throw new ContractException(
                        api.name() + " has a handler for " + id + ", which is not in its contract.");
            }
            if (operation.takesHeader(Invocation.IDEMPOTENCY_KEY) && !bound.isOnce()) {
                throw new ContractException(id + " takes an Idempotency-Key: it needs a handler of Api.handleOnce,"
                        + " which recognises what it has made already.");
            }
            endpoints.put(id, endpoint(operation, bound));
        });
        if (!missing.isEmpty()) {
            throw new ContractException(api.name() + " has no handler for " + missing + ".");
        }
    }

    static HostedApi of(Api api, Contracts contracts) {
        try {
            URL document = api.contract();
            return new HostedApi(api, document == null ? Contract.of(api) : contracts.read(document));
        } catch (IOException e) {
            throw new ContractException("The contract of " + api.name() + " cannot be read.", e);
        } catch (ContractException e) {
            throw new ContractException("Contract of " + api.name() + ": " + e.getMessage(), e);
        }
    }

    private <Q> Endpoint<Q> endpoint(Operation operation, Api.Bound<Q> bound) {
        return new Endpoint<>(this, operation, new Binder<>(operation, bound.request()), bound);
    }

    Api api() {
        return api;
    }

    /** What writes its results. */
    ObjectMapper mapper() {
        Api.About about = api.about();
        return about != null && about.leavesOutNulls() ? Json.mapperWithoutNulls() : Json.mapper();
    }

    Contract contract() {
        return contract;
    }

    /** As the contract has it. */
    String title() {
        Api.About about = api.about();
        if (about != null) {
            return about.title();
        }
        Object info = contract.document().get("info");
        return info instanceof Map<?, ?> map && map.get("title") instanceof String title ? title : api.name();
    }

    /** The base paths' segments. */
    List<List<String>> bases() {
        return bases;
    }

    Endpoint<?> endpoint(Operation operation) {
        return Objects.requireNonNull(endpoints.get(operation.id()));
    }
}
