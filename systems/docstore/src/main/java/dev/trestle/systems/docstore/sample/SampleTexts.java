package dev.trestle.systems.docstore.sample;

import java.util.List;
import java.util.Locale;

/** Texts of documents to look at. */
final class SampleTexts {
    private static final List<String> ROOMS =
            List.of("Lobby", "Stairwell", "Plant room", "Roof", "Car park", "Kitchen", "Server room", "Workshop");
    private static final List<String> FINDINGS = List.of(
            "Hairline cracks along the north wall; no movement since the last visit.",
            "Damp below the window sill. The sealant has come loose over a length of 40 cm.",
            "The handrail is loose at the third post and has to be fixed before the next inspection.",
            "No findings. The coating that was renewed last year holds.",
            "Two luminaires are out; the emergency lighting was tested and works.");

    private SampleTexts() {}

    /** A document in the state of its n-th version. */
    static String edited(String title, String body, int version) {
        StringBuilder text = new StringBuilder("# " + title + "\n\n" + body + "\n");
        if (version > 0) {
            text.append("\n## Changes\n\n");
        }
        for (int i = 1; i <= version; i++) {
            text.append("- Revision ")
                    .append(i)
                    .append(": ")
                    .append(FINDINGS.get(i % FINDINGS.size()))
                    .append('\n');
        }
        return text.toString();
    }

    /** A report that is long enough to scroll through: some two hundred sections. */
    static String report(int version) {
        StringBuilder text = new StringBuilder("# Building survey, Harbour Road 12\n\n");
        text.append("Prepared for the owners' meeting, revision ")
                .append(version + 1)
                .append(".\n\n");
        text.append("| Floor | Rooms | Findings |\n| ---: | :--- | ---: |\n");
        for (int floor = 0; floor < 25; floor++) {
            text.append(
                    String.format(Locale.ROOT, "| %d | %d | %d |%n", floor, ROOMS.size(), (floor * 7 + version) % 5));
        }
        for (int floor = 0; floor < 25; floor++) {
            text.append("\n## Floor ").append(floor).append("\n");
            for (int room = 0; room < ROOMS.size(); room++) {
                text.append("\n### ").append(floor).append('.').append(room + 1).append(' ');
                text.append(ROOMS.get(room)).append("\n\n");
                text.append(FINDINGS.get((floor * 3 + room + (floor == 3 ? version : 0)) % FINDINGS.size()));
                text.append("\n\n> Measured with a moisture meter, **").append(40 + (floor + room) % 23);
                text.append(" digits**. See also `floor-").append(floor).append(".dwg`.\n");
            }
        }
        return text.toString().replace("\r", "");
    }
}
