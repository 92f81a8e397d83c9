package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddDocumentMetadata;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.SetDocumentVersionRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** The contents that documents had. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class VersionsApiTest {
    private final World world;
    private final Someone joe;

    VersionsApiTest(Target target) {
        world = new World(target);
        joe = world.someone("joe", "default");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private String add(String content) throws Exception {
        return joe.documents
                .addDocument(new AddDocumentRequest().path("a.txt").content(content), null, null)
                .getDocumentId();
    }

    private void change(String id, String content) throws Exception {
        joe.documents.updateDocument(id, new UpdateDocumentRequest().content(content), null, null);
    }

    private List<String> keys(String id) throws Exception {
        List<String> keys = new ArrayList<>();
        String next = null;
        do {
            var page = joe.versions.getDocumentVersions(id, null, "2", null, next);
            page.getDocuments().forEach(each -> keys.add(each.getVersionKey()));
            next = page.getNext();
        } while (next != null);
        return keys;
    }

    private String content(String id, String versionKey) throws Exception {
        return joe.documents.getDocumentContent(id, null, versionKey, null).getContent();
    }

    @Test
    void changes_ofOneSecond_areAllKept() throws Exception {
        String id = add("0");
        for (int i = 1; i <= 10; i++) {
            change(id, Integer.toString(i));
        }

        List<String> keys = keys(id);
        assertThat(keys).hasSize(11).doesNotHaveDuplicates().first().isEqualTo("document");
        List<String> contents = new ArrayList<>();
        for (String key : keys) {
            contents.add(content(id, key));
        }
        assertThat(contents).containsExactly("10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0");
        String url = joe.documents
                .getDocumentUrl(id, null, keys.get(10), null, null, null, null)
                .getUrl();
        assertThat(new String(world.download(url), StandardCharsets.UTF_8)).isEqualTo("0");
        assertThat(World.refused(() -> content(id, "document#2020-01-01T00:00:00")))
                .isEqualTo(
                        World.message(400, "content versionId not found in versionKey 'document#2020-01-01T00:00:00'"));
        assertThat(World.refused(() -> joe.documents.getDocumentUrl(id, null, "other#", null, null, null, null)))
                .isEqualTo(World.message(400, "invalid versionKey 'other#'"));
    }

    @Test
    void change_ofMetadataAlone_makesNoVersionOfTheContent() throws Exception {
        String id = add("x");
        joe.documents.updateDocument(
                id,
                new UpdateDocumentRequest()
                        .addMetadataItem(new AddDocumentMetadata().key("k").value("v")),
                null,
                null);

        assertThat(keys(id)).containsExactly("document");
    }

    @Test
    void upload_ofANewContent_keepsTheOldOne() throws Exception {
        String id = add("old");
        String url = joe.documents
                .getDocumentIdUpload(id, null, null, null, null, null, null)
                .getUrl();
        assertThat(world.put(url, null, "text/plain", "new".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(200);

        assertThat(content(id, null)).isEqualTo("new");
        List<String> keys = keys(id);
        assertThat(keys).hasSize(2);
        assertThat(content(id, keys.get(1))).isEqualTo("old");
    }

    @Test
    void promote_andBack_keepsBothContents() throws Exception {
        String id = add("one");
        change(id, "two");
        String first = keys(id).get(1);

        assertThat(joe.versions
                        .setDocumentVersion(id, new SetDocumentVersionRequest().versionKey(first), null)
                        .getMessage())
                .isEqualTo("Version '" + first + "' is current");
        assertThat(content(id, null)).isEqualTo("one");
        assertThat(keys(id)).hasSize(2);
        String second = keys(id).get(1);
        assertThat(content(id, second)).isEqualTo("two");
        joe.versions.setDocumentVersion(id, new SetDocumentVersionRequest().versionKey(second), null);
        assertThat(content(id, null)).isEqualTo("two");
        assertThat(World.refused(() -> joe.versions.setDocumentVersion(
                        id, new SetDocumentVersionRequest().versionKey("document#no"), null)))
                .isEqualTo(World.error("versionKey", "invalid versionKey 'document#no'"));
    }

    @Test
    void delete_ofAVersion_takesItsBytes() throws Exception {
        String id = add("one");
        change(id, "two");
        String first = keys(id).get(1);

        assertThat(World.refused(() -> joe.versions.deleteDocumentVersion(id, "document", null, null)))
                .isEqualTo(World.message(400, "current version cannot be deleted"));
        assertThat(joe.versions.deleteDocumentVersion(id, first, null, null).getMessage())
                .isEqualTo("Version '" + first + "' deleted");
        assertThat(keys(id)).containsExactly("document");
        assertThat(World.refused(() -> joe.versions.deleteDocumentVersion(id, first, null, null)))
                .startsWith("400 ");
        assertThat(World.refused(() -> joe.versions.getDocumentVersions("nope", null, null, null, null)))
                .isEqualTo(World.message(404, "Document nope not found."));
    }
}
