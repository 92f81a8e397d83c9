package dev.trestle.systems.holdthatthought.drafts;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProposalsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1952-06-15                          | 1952-06-15",
                "Taipei, June 15th 1952              | 1952-06-15",
                "June 15th, 1952                     | 1952-06-15",
                "Jun. 15, 1952                       | 1952-06-15",
                "SEPT 1st 1952                       | 1952-09-01",
                "15 June 1952                        | 1952-06-15",
                "the 3rd of May, 1943                | 1943-05-03",
                "6/15/1952                           | 1952-06-15",
                "25/12/1952                          | 1952-12-25",
                "May 1952                            |",
                "February 30th 1952                  |",
                "13/13/1952                          |",
                "6/15/52                             |",
                "1952-06-155                         |",
                "telephone 11952-06-15               |",
                "We met in June, 15 of us, in 1952   |",
                "june 15 19520                       |",
            })
    void date_line_isProposedOnlyIfItIsOne(String line, @Nullable String expected) {
        assertThat(Proposals.date(line + "\nDear Rosa,\nit rains.")).isEqualTo(expected);
    }

    @Test
    void date_severalOfThem_isTheHeadsFirst() {
        assertThat(Proposals.date("15 June 1952 (yours of 1 June 1952)\nDear Rosa"))
                .isEqualTo("1952-06-15");
        assertThat(Proposals.date("Dear Rosa,\n" + "text\n".repeat(40) + "Emil\n6/15/1952"))
                .isEqualTo("1952-06-15");
        String amidst = "Dear Rosa,\n" + "text\n".repeat(20) + "born 1 May 1920\n" + "text\n".repeat(20) + "Emil";
        assertThat(Proposals.date(amidst)).as("somebody's birthday").isNull();
    }

    @Test
    void title_ofATextWithoutHead_isNone() {
        assertThat(Proposals.title("# The farm\nDear Rosa,")).isEqualTo("The farm");
        assertThat(Proposals.title("15 June 1952\nSubject: The harvest\nDear Sir,"))
                .isEqualTo("The harvest");
        assertThat(Proposals.title("15 June 1952\nMy dearest Rosa and children,\nit rains"))
                .isEqualTo("My dearest Rosa and children");
        assertThat(Proposals.title("it rains\nand rains")).isNull();
        assertThat(Proposals.title("")).isNull();
    }

    @Test
    void author_withoutAClosing_isNone() {
        assertThat(Proposals.author("Dear Rosa,\nit rains.\nWith love,\nEmil")).isEqualTo("Emil");
        assertThat(Proposals.author("it rains.\nYour loving brother, Karl-Heinz."))
                .isEqualTo("Karl-Heinz");
        assertThat(Proposals.author("it rains.\nYours sincerely\n\n  — Mary Ann O'Neill"))
                .isEqualTo("Mary Ann O'Neill");
        assertThat(Proposals.author("From: Otto Berg\nit rains")).isEqualTo("Otto Berg");
        assertThat(Proposals.author("it rains.\nLove,\nand write soon to us all"))
                .isNull();
        assertThat(Proposals.author("We love Emil")).isNull();
        assertThat(Proposals.author("Emil")).isNull();
    }
}
