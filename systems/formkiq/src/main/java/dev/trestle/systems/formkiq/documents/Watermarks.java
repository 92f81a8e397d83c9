package dev.trestle.systems.formkiq.documents;

import dev.trestle.media.Made;
import dev.trestle.media.Mark;
import dev.trestle.media.Mark.Side;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Workspace;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.WatermarkScale;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Draws watermarks into PDF files and pictures, in a child process. What is drawn is an object for some days, named by
 * the content and the marks, so that a second request finds it. Contents of other types are withheld.
 */
final class Watermarks implements Watermarked {
    private static final String PDF = "application/pdf";
    private static final Set<String> DRAWABLE =
            Set.of(PDF, "image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp");
    private static final long BYTES_MAX = 200L << 20;
    /** Longer than any address of it is valid, and the day on which it was made. */
    private static final Duration LIFE = Duration.ofDays(9);

    private final Library library;
    private final Contents contents;
    private final Changes changes;
    private final MediaTools media;
    private final Clock clock;

    Watermarks(Library library, Contents contents, Changes changes, MediaTools media, Clock clock) {
        this.library = library;
        this.contents = contents;
        this.changes = changes;
        this.media = media;
        this.clock = clock;
    }

    @Override
    public void check(String site, Document document) {
        if (!marksOf(site, document).isEmpty()) {
            String unused = drawableType(document);
        }
    }

    @Override
    public @Nullable MarkedContent of(String site, Document document) {
        List<Attribute> marks = marksOf(site, document);
        if (marks.isEmpty()) {
            return null;
        }
        String type = drawableType(document);
        Long length = document.contentLength();
        if (length == null) {
            throw Refusals.noDocument(document.documentId());
        }
        if (length > BYTES_MAX) {
            throw undrawn("the content has more than " + (BYTES_MAX >> 20) + " MB");
        }
        String drawnType = type.equals("image/jpg") ? "image/jpeg" : type;
        boolean keepsType = Set.of(PDF, "image/jpeg", "image/png").contains(drawnType);
        MarkedContent marked = new MarkedContent(nameOf(site, document, marks), keepsType ? drawnType : "image/png");
        if (!contents.exists(marked.key(), null)) {
            draw(site, document, drawnType, marks, marked);
        }
        return marked;
    }

    /** The definitions of a document's watermarks. */
    private List<Attribute> marksOf(String site, Document document) {
        ItemStore store = library.store(site);
        return DocumentValues.of(store, document.documentId()).stream()
                .filter(row -> row.valueType() == ValueType.WATERMARK)
                .map(row -> store.get(Attributes.ATTRIBUTE_BY_KEY.of(row.key()))
                        .orElseThrow(() -> undrawn("attribute '" + row.key() + "' not found")))
                .toList();
    }

    private static String drawableType(Document document) {
        String type = document.contentType() == null ? Contents.typeOf(document.path()) : document.contentType();
        String essence = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (document.deepLinkPath() != null) {
            throw undrawn("the content is elsewhere");
        }
        if (!DRAWABLE.contains(essence)) {
            throw undrawn("contents of the type '" + essence + "' cannot have one");
        }
        return essence;
    }

    private static RuntimeException undrawn(String why) {
        return Refusals.message("the document has a watermark, which cannot be drawn: " + why
                + ". Those who govern the site can use 'bypassWatermark'");
    }

    /** Another content, another mark or another picture of a mark is another object; so is one of another day. */
    private String nameOf(String site, Document document, List<Attribute> marks) {
        StringBuilder text = new StringBuilder(document.documentId() + "\n" + document.s3version() + "\n");
        for (Attribute mark : marks) {
            text.append(mark).append('\n');
            String image = mark.watermarkImageDocumentId();
            if (image != null) {
                text.append(picture(site, image).s3version()).append('\n');
            }
        }
        try {
            byte[] sum =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return "tempfiles/" + site + "/marked/"
                    + LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC)
                    + "/" + HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    private Document picture(String site, String documentId) {
        return library.store(site)
                .get(Documents.DOCUMENT_BY_ID.of(documentId))
                .filter(found -> found.contentLength() != null)
                .orElseThrow(() -> undrawn("its picture, document '" + documentId + "', does not exist"));
    }

    private void draw(String site, Document document, String type, List<Attribute> definitions, MarkedContent marked) {
        try (Workspace space = media.workspace()) {
            List<Mark> marks = new ArrayList<>();
            for (Attribute each : definitions) {
                addMarks(marks, space, site, each);
            }
            Path content = file(space, site, document);
            Made made = media.mark(space, content, type, marks);
            // First the job that removes it: what a crash leaves is removed too.
            Object unused = changes.run(
                    library.store(site),
                    () -> Decision.done().job(Compressing.DROP, site, new Compressing.Drop(marked.key()), LIFE));
            contents.putFile(marked.key(), made.file(), made.contentType());
        } catch (MediaException e) {
            throw undrawn(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException("A watermark could not be drawn.", e);
        }
    }

    private Path file(Workspace space, String site, Document document) throws IOException {
        try (InputStream in = contents.open(Contents.key(site, document.documentId()), document.s3version())) {
            return space.add(in, BYTES_MAX);
        }
    }

    private void addMarks(List<Mark> marks, Workspace space, String site, Attribute each) throws IOException {
        String text = each.watermarkText();
        if (text != null && !text.isEmpty()) {
            marks.add(mark(each, text, null));
        }
        String image = each.watermarkImageDocumentId();
        if (image != null && !image.isEmpty()) {
            marks.add(mark(each, null, file(space, site, picture(site, image))));
        }
    }

    private static Mark mark(Attribute each, @Nullable String text, @Nullable Path picture) {
        BigDecimal size = each.watermarkFontSize();
        return new Mark(
                text,
                picture,
                size == null || size.signum() <= 0 ? null : size.doubleValue(),
                number(each.watermarkRotation()),
                each.watermarkScale() == WatermarkScale.FIT_BEST,
                each.watermarkxAnchor() == null
                        ? Side.CENTER
                        : switch (each.watermarkxAnchor()) {
                            case LEFT -> Side.START;
                            case CENTER -> Side.CENTER;
                            case RIGHT -> Side.END;
                        },
                each.watermarkyAnchor() == null
                        ? Side.CENTER
                        : switch (each.watermarkyAnchor()) {
                            case TOP -> Side.START;
                            case CENTER -> Side.CENTER;
                            case BOTTOM -> Side.END;
                        },
                number(each.watermarkxOffset()),
                number(each.watermarkyOffset()));
    }

    private static double number(@Nullable BigDecimal value) {
        return value == null ? 0 : value.doubleValue();
    }
}
