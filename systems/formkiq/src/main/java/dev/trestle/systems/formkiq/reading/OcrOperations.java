package dev.trestle.systems.formkiq.reading;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.ActionList;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.actions.Adder;
import dev.trestle.systems.formkiq.actions.NewAction;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.locks.Locks;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.Ocr;
import dev.trestle.systems.formkiq.model.Documents.OcrEngine;
import dev.trestle.systems.formkiq.model.Documents.OcrStatus;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.reading.OcrViews.AddOcr;
import dev.trestle.systems.formkiq.reading.OcrViews.AskedOcr;
import dev.trestle.systems.formkiq.reading.OcrViews.ByDocument;
import dev.trestle.systems.formkiq.reading.OcrViews.Cell;
import dev.trestle.systems.formkiq.reading.OcrViews.GetOcr;
import dev.trestle.systems.formkiq.reading.OcrViews.GivenOcr;
import dev.trestle.systems.formkiq.reading.OcrViews.KeyValue;
import dev.trestle.systems.formkiq.reading.OcrViews.OcrView;
import dev.trestle.systems.formkiq.reading.OcrViews.SetOcr;
import dev.trestle.systems.formkiq.reading.OcrViews.Table;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The operations on what was recognised in documents. */
public final class OcrOperations {
    private static final Duration ADDRESS_LIFE = Duration.ofHours(1);
    private static final int CONTENT_BYTES_MAX = 5 << 20;
    private static final int BODY_BYTES_MAX = 8 << 20;
    private static final Set<String> OUTPUTS = Set.of("TEXT", "KEY_VALUE", "TABLES", "CONTENT_URL");
    private static final Pattern LINES = Pattern.compile("[\r\n\t ]+");

    private final Library library;
    private final Recognitions recognitions;
    private final Actions actions;

    public OcrOperations(Library library, Recognitions recognitions, Actions actions) {
        this.library = library;
        this.recognitions = recognitions;
        this.actions = actions;
    }

    public void declare(Operations<Caller> api) {
        String path = "/documents/{documentId}/ocr";
        api.get("GetDocumentOcr", path, GetOcr.class)
                .about("What was recognised in a document")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(OcrView.class, this::get);
        api.post("AddDocumentOcr", path, AddOcr.class)
                .about("Has the characters in a document recognised")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::add);
        api.put("SetDocumentOcr", path, SetOcr.class)
                .about("Sets the text of a document in place of what was recognised")
                .right(Rights.WRITE)
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.NOT_FOUND, Kind.INVALID, Kind.CONFLICT)
                .changes(Message.class, this::set);
        api.delete("DeleteDocumentOcr", path, ByDocument.class)
                .about("Removes what was recognised in a document")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .changes(Message.class, this::delete);
    }

    private Document require(Caller caller, String documentId, Permission permission) {
        return library.require(caller, documentId, permission).record();
    }

    private OcrView get(Given<Caller, GetOcr> given) {
        GetOcr asked = given.asked();
        String output = asked.outputType() == null ? "" : asked.outputType().toUpperCase(Locale.ROOT);
        if (!output.isEmpty() && !OUTPUTS.contains(output)) {
            throw Refusals.of(
                    "outputType",
                    "unexpected value '" + asked.outputType()
                            + "' must be one of TEXT, KEY_VALUE, TABLES, CONTENT_URL");
        }
        Document document = require(given.by(), asked.documentId(), Permission.READ);
        String site = given.by().site();
        Ocr row = recognitions
                .find(library.store(given.by()), document)
                .orElseThrow(() -> Refusals.noDocument(asked.documentId()))
                .record();
        library.show(given.by(), asked.documentId());
        OcrViewsOcrViewBuilder view = OcrViewsOcrViewBuilder.builder()
                .documentId(asked.documentId())
                .userId(row.userId())
                .insertedDate(Dates.text(row.inserteddate()))
                .contentType(row.contentType())
                .ocrEngine(row.ocrEngine().name().toLowerCase(Locale.ROOT))
                .ocrStatus(row.ocrStatus().name().toLowerCase(Locale.ROOT));
        if (row.ocrStatus() != OcrStatus.SUCCESSFUL) {
            return view.build();
        }
        boolean asAddress = output.equals("CONTENT_URL") || output.isEmpty() && "true".equals(asked.contentUrl());
        if (asAddress) {
            return view.contentUrls(List.of(recognitions.address(site, row, ADDRESS_LIFE)))
                    .build();
        }
        return switch (output) {
            case "KEY_VALUE" -> view.keyValues(pairs(site, row)).build();
            case "TABLES" -> view.tables(tables(site, row)).build();
            default -> withData(view, site, row);
        };
    }

    private OcrView withData(OcrViewsOcrViewBuilder view, String site, Ocr row) {
        byte[] bytes = recognitions.bytes(site, row).orElse(null);
        if (bytes == null) {
            return view.build();
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return view.data(text).isBase64(false).build();
        } catch (CharacterCodingException e) {
            return view.data(Base64.getEncoder().encodeToString(bytes))
                    .isBase64(true)
                    .build();
        }
    }

    private List<KeyValue> pairs(String site, Ocr row) {
        String text = recognitions.text(site, row, Recognitions.CHARACTERS_MAX).orElse("");
        return KeyValues.of(text).entrySet().stream()
                .map(each -> new KeyValue(each.getKey(), each.getValue()))
                .toList();
    }

    /** The first row of a table is taken for its head. */
    private List<Table> tables(String site, Ocr row) {
        return recognitions.tables(site, row).stream()
                .map(rows -> new Table(
                        rows.get(0),
                        rows.subList(1, rows.size()).stream()
                                .map(cells -> cells.stream().map(Cell::new).toList())
                                .toList()))
                .toList();
    }

    private Decision<Message> add(Given<Caller, AddOcr> given) {
        String documentId = given.asked().documentId();
        Document document = require(given.by(), documentId, Permission.WRITE);
        ItemStore store = library.store(given.by());
        AskedOcr asked = given.asked().body();
        NewAction action = NewAction.of(ActionType.OCR).withParameters(OcrParameters.of(asked));
        Refusals refusals = new Refusals();
        actions.check(store, action, refusals);
        OcrParameters.check(asked, refusals);
        refusals.check();
        RecognitionLimit.check(store);
        Instant at = given.at().truncatedTo(ChronoUnit.SECONDS);
        Decision<Message> decision = Decision.of(new Message("OCR request submitted"));
        ActionList list = actions.list(store, given.by().site(), documentId);
        List<?> unused = list.add(Adder.of(given.by()), at, List.of(action));
        list.into(decision);
        OcrEngine engine = asked.ocrEngine() == null
                ? OcrEngine.TESSERACT
                : asked.ocrEngine().engine();
        Ocr row = new Ocr(
                documentId,
                at,
                given.by().user(),
                null,
                engine,
                OcrStatus.REQUESTED,
                Recognitions.newId(document),
                asked.ocrOutputType());
        recognitions.put(store, decision, given.by().site(), row);
        return decision;
    }

    private Decision<Message> set(Given<Caller, SetOcr> given) {
        String documentId = given.asked().documentId();
        GivenOcr asked = given.asked().body();
        Document document = require(given.by(), documentId, Permission.WRITE);
        String type = asked.contentType();
        String content = asked.content();
        if (content == null || content.isEmpty() || type == null || type.isEmpty()) {
            throw Refusals.message("'content' and 'contentType' are required");
        }
        if (type.length() > 255 || type.codePoints().anyMatch(c -> c < ' ' || c > 126)) {
            throw Refusals.of("contentType", "invalid 'contentType'");
        }
        byte[] bytes = bytes(content, Boolean.TRUE.equals(asked.isBase64()));
        ItemStore store = library.store(given.by());
        Decision<Message> decision = Decision.of(new Message("Set OCR for documentId '" + documentId + "'"));
        Locks.check(store, decision, given.by().actor(), documentId);
        Ocr row = new Ocr(
                documentId,
                given.at().truncatedTo(ChronoUnit.SECONDS),
                given.by().user(),
                type,
                OcrEngine.MANUAL,
                OcrStatus.SUCCESSFUL,
                Recognitions.newId(document),
                null);
        recognitions.store(given.by().site(), row, bytes, List.of());
        recognitions.put(store, decision, given.by().site(), row);
        return decision.check(
                dev.trestle.systems.formkiq.model.Documents.DOCUMENT_BY_ID.of(documentId),
                dev.trestle.model.operation.Expect.PRESENT);
    }

    private static byte[] bytes(String content, boolean isBase64) {
        byte[] bytes;
        try {
            bytes = isBase64
                    ? Base64.getDecoder().decode(LINES.matcher(content).replaceAll(""))
                    : content.getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refusals.of("content", "invalid 'content' is not in base64");
        }
        if (bytes.length > CONTENT_BYTES_MAX) {
            throw Refusals.message("content exceeds 5 MB");
        }
        return bytes;
    }

    private Decision<Message> delete(Given<Caller, ByDocument> given) {
        String documentId = given.asked().documentId();
        Document document = require(given.by(), documentId, Permission.DELETE);
        ItemStore store = library.store(given.by());
        if (recognitions.find(store, document).isEmpty()) {
            throw Refusals.noDocument(documentId);
        }
        Decision<Message> decision = Decision.of(new Message("Deleted OCR for DocumentId '" + documentId + "'"));
        Locks.check(store, decision, given.by().actor(), documentId);
        recognitions.drop(store, decision, given.by().site(), documentId);
        return decision;
    }
}
