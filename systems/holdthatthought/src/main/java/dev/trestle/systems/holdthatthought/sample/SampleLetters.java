package dev.trestle.systems.holdthatthought.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The letters of the demo: a family that never was, over sixty years. */
final class SampleLetters {
    /** A letter as it is typed in. {@code description} is what a list shows below the title. */
    record Sample(
            String date,
            String title,
            @Nullable String author,
            @Nullable String recipient,
            @Nullable String location,
            String description,
            List<String> tags,
            String content) {}

    static final List<Sample> ALL = List.of(
            new Sample(
                    "1931-04-17",
                    "The house on Mill Lane",
                    "Anna Lindner",
                    "Margarethe Lindner",
                    "Mill Lane",
                    "Anna describes the new house, room by room.",
                    List.of("house", "spring"),
                    """
                    Dear Grete,

                    we have moved in at last. The house is smaller than Karl promised and larger than I feared. You enter through the kitchen,
                    which I like, because nobody can come home without telling me what they have done all day.

                    There are two rooms above, one for us and one for *whoever comes*. That is what Karl calls it, and he looks at me when he says
                    it. The roof leaks over the stairs. He has put a milk can there and says it is an invention.

                    In the garden stands a quince tree that the old owners forgot to take with them. I shall send you jelly in October.

                    Your sister
                    Anna
                    """),
            new Sample(
                    "1932-11-02",
                    "First frost",
                    "Karl Lindner",
                    "Emil Lindner",
                    "Mill Lane",
                    "News of the garden, and a recipe for patience.",
                    List.of("garden", "winter"),
                    """
                    Dear brother,

                    the first frost came on Tuesday and took the dahlias. I had meant to lift them on Monday. Anna says that this is the whole of my
                    character in one sentence.

                    The quinces are in. Forty-one pounds. I weighed them on the post office scale, and the postmaster charged me for a parcel.

                    Write to us before the roads close. We read your letters aloud, and then we read them again, each for ourselves, to see what the
                    other has left out.

                    Karl
                    """),
            new Sample(
                    "1943-05-02",
                    "What the children asked",
                    "Anna Lindner",
                    "Karl Lindner",
                    "Mill Lane",
                    "Anna writes to Karl, who is far away.",
                    List.of("war", "children"),
                    """
                    My dear Karl,

                    the children asked at supper whether the sea is always loud. I said that you would know. So now you must write to them about the
                    sea, and you must not only write that it is large.

                    Emil is tall enough for the gate. He opens it for everybody, also for those who want to stay outside. Little Hanna has decided
                    that the cat is called *Admiral*, in your honour, though I told her twice that you are nothing of the kind.

                    We are well. We have enough. I say it first so that you can read the rest of the letter in peace.

                    The quince is in flower, and I have counted the blossoms on one branch for you: two hundred and six.

                    Your Anna
                    """),
            new Sample(
                    "1944-12-24",
                    "Christmas by candle",
                    "Anna Lindner",
                    "Karl Lindner",
                    "Mill Lane",
                    "The second Christmas apart.",
                    List.of("war", "christmas"),
                    """
                    Dear Karl,

                    one candle, because there is one. We moved it from room to room, and each room had its Christmas.

                    Emil read the story, Hanna sang, and I was the audience, which is harder than it looks. There was a parcel from Grete with a
                    pair of mittens for you. I am wearing them until you come for them.

                    I will not write about what I think in the evenings. You think it too.

                    Anna
                    """),
            new Sample(
                    "1945-09-30",
                    "On the way home",
                    "Karl Lindner",
                    "Anna Lindner",
                    "Harbour barracks",
                    "Karl is coming home.",
                    List.of("war", "homecoming"),
                    """
                    Anna,

                    they have stamped everything that can be stamped. I travel on Thursday, by ship, by lorry and then on foot, if my boots last.
                    **Do not come to the station.** Nobody knows which one it will be. Stay in the kitchen, so that I can come home through it.

                    The sea is not always loud. Tell the children. At night, when there is no wind, it only breathes.

                    Karl
                    """),
            new Sample(
                    "1946-06-12",
                    "Emil builds a radio",
                    "Anna Lindner",
                    "Margarethe Lindner",
                    "Mill Lane",
                    "A wire out of the window, and voices from far away.",
                    List.of("children", "radio"),
                    """
                    Dear Grete,

                    there is a wire from Emil's window to the quince tree. He says it is an aerial; Karl says it is a washing line with ambitions.
                    Last night it caught a station that spoke a language none of us knew. We listened for an hour. It was the best sermon I ever
                    heard.

                    Hanna wants one too, but with music only.

                    Anna
                    """),
            new Sample(
                    "1947-00-00-winter",
                    "The winter of the long ice",
                    "Margarethe Lindner",
                    "Anna Lindner",
                    null,
                    "No date on the page; the paper and the ice say 1947.",
                    List.of("winter"),
                    """
                    Dear Anna,

                    the river can be walked on. The baker does, with his sledge, and shouts the price of bread from the middle of it as if he were a
                    steamer.

                    I have burnt the hideous chair. You know the one. Father would say that it never was so warm to sit by.

                    Come in March, when the ice goes. It will be loud, and I do not want to hear it alone.

                    Grete
                    """),
            new Sample(
                    "1950-03-08",
                    "An apprentice in the city",
                    "Emil Lindner",
                    "Anna Lindner",
                    "Station Street 4",
                    "Emil's first letter from the city.",
                    List.of("city", "work"),
                    """
                    Dear Mother,

                    I have a bed, a hook and half a table. The other half belongs to a man named Ferdinand who repairs clocks and does not own one.
                    The master says I have good hands and a bad broom. I sweep every morning, and every morning he finds the same corner.

                    Please send: the grey jumper, my soldering iron, jelly.

                    Do not send: advice about Ferdinand.

                    Your Emil
                    """),
            new Sample(
                    "1955-06-15",
                    "I have met somebody",
                    "Emil Lindner",
                    "Anna and Karl Lindner",
                    "Station Street 4",
                    "Emil tells his parents about Clara.",
                    List.of("love", "city"),
                    """
                    Dear Mother, dear Father,

                    I shall come to the point, since Mother reads the end of a letter first anyway: her name is Clara, she is a nurse at St Vincent's,
                    and she laughs at the right places.

                    We met because the lift of the hospital was broken and I was sent to look at it. I repaired it on the first day. On the second
                    and third day I went to make sure.

                    She comes from the coast and thinks our river is a ditch. I should like to bring her in August, when it is at its widest.

                    Please be as you always are, but let Father not mention the milk can.

                    Your Emil
                    """),
            new Sample(
                    "1955-06-15-postscript",
                    "Postscript, the same evening",
                    "Emil Lindner",
                    "Hanna Lindner",
                    "Station Street 4",
                    "To his sister, not for the parents' eyes.",
                    List.of("love"),
                    """
                    Hanna,

                    this one is for you alone, so burn it or hide it well. I have asked her already. She said that she would think about it until
                    Sunday, and then she said that Sunday was too long.

                    You will have to help me tell them **slowly**.

                    E.
                    """),
            new Sample(
                    "1955-08-24",
                    "After the visit",
                    "Clara Brandt",
                    "Anna Lindner",
                    "St Vincent's",
                    "Clara thanks Emil's mother.",
                    List.of("love", "house"),
                    """
                    Dear Mrs Lindner,

                    thank you for three days in which nobody asked me to sit still. I have told the ward about the quince tree, the radio and the
                    milk can, which your husband was so kind as to explain to me at some length.

                    I meant to leave a proper present and left my umbrella instead. Please keep it until we come again; then I shall have had a reason.

                    With warm regards
                    Clara Brandt
                    """),
            new Sample(
                    "1956-05-09",
                    "A wedding in the rain",
                    "Margarethe Lindner",
                    "Hanna Lindner",
                    "Mill Lane",
                    "Grete describes the day to Hanna, who had the measles.",
                    List.of("love", "wedding"),
                    """
                    Poor Hanna,

                    you have missed nothing but rain, so I shall tell you about the rain. It began at the church door, with great punctuality. The
                    guests had eleven umbrellas between forty people, and so everybody spoke with everybody.

                    Clara's uncle danced with the milk can. Your brother forgot the ring in the radio, and your father went to fetch it, and came back
                    with the ring **and** the radio.

                    I have saved you the corner piece of the cake. It has a sugar anchor on it.

                    Aunt Grete
                    """),
            new Sample(
                    "1958-02-11",
                    "A daughter",
                    "Clara Lindner",
                    "Anna Lindner",
                    "Station Street 4",
                    "Rosa is born.",
                    List.of("children"),
                    """
                    Dear Anna,

                    she came at ten past four and has looked astonished ever since. Seven pounds, dark hair, long fingers. Emil has already shown her
                    how a switch works.

                    Her name is Rosa. We had three others on a list, but none of them was hers.

                    He weeps when he thinks that I sleep. I tell you because you will know what to do with it.

                    Clara
                    """),
            new Sample(
                    "1961-07-19",
                    "Holidays by the sea",
                    "Emil Lindner",
                    "Karl Lindner",
                    "Pension Seeblick",
                    "Emil sees his father's sea for the first time.",
                    List.of("sea", "summer"),
                    """
                    Dear Father,

                    we are at the coast, in a pension with a view of another pension. Rosa is three and fears nothing but jellyfish, and of them she
                    only fears that there might be too few.

                    Last night there was no wind. I went down alone. You were right: it only breathes. I stood there a long time and thought of your
                    letter, the one with the boots.

                    Clara sends her love. She says that *this* is a river.

                    Emil
                    """),
            new Sample(
                    "1963-08-00",
                    "Postcard from the lakes",
                    "Hanna Lindner",
                    "Anna Lindner",
                    "Lake country",
                    "August 1963; the day is washed out.",
                    List.of("summer", "postcard"),
                    """
                    Mother, it rains, the tent leaks over my head only, Ferdinand says that this shows good taste on the part of the tent. Yes, THAT
                    Ferdinand. He has bought a clock. More in person. Kisses, H.
                    """),
            new Sample(
                    "1966-01-20",
                    "The milk can",
                    "Karl Lindner",
                    "Rosa Lindner",
                    "Mill Lane",
                    "A grandfather explains an invention.",
                    List.of("house", "children"),
                    """
                    Dear Rosa,

                    you asked what the milk can on the stairs is for. Since you are nearly eight I shall tell you the truth.

                    It is for rain. When we moved in, the roof had a hole exactly above it. I could have repaired the hole. But then it would have
                    been only a roof, and so it has been a conversation for thirty-five years.

                    1. In spring it holds rain.
                    2. In summer it holds umbrellas.
                    3. At weddings it dances.

                    When I am gone it shall be yours. You must promise never to repair the roof altogether.

                    Your grandfather
                    """),
            new Sample(
                    "1971-12-05",
                    "Grandfather's last garden",
                    "Anna Lindner",
                    "Rosa Lindner",
                    "Mill Lane",
                    "Anna writes after Karl's death.",
                    List.of("garden", "farewell"),
                    """
                    My dear Rosa,

                    you wanted to know how it was. It was quiet. He had been in the garden in the morning and had lifted the dahlias, all of them, and
                    laid them in sand, with labels. He came in through the kitchen and told me what he had done all day.

                    Then he sat down in his chair, and that was all.

                    I am not alone. Hanna and Ferdinand are here, and his clocks; there are nine by now, and each of them thinks that it is right.

                    In spring you must help me with the dahlias. I do not know which end is up.

                    Your grandmother
                    """),
            new Sample(
                    "1976-10-03",
                    "From the university",
                    "Rosa Lindner",
                    "Emil and Clara Lindner",
                    "Students' house, room 212",
                    "Rosa's first term.",
                    List.of("city", "university"),
                    """
                    Dear both,

                    everything here is grey and loud and wonderful. I share a room with Ines, who comes from Porto and studies bridges. She says that
                    a bridge is a promise with numbers. I study history, so I said that history is a promise without them. We have talked every night
                    until two.

                    I have the milk can with me. It holds umbrellas.

                    Please send jelly, and do not ask whether I eat enough.

                    Rosa
                    """),
            new Sample(
                    "1983-04-26",
                    "A bridge over the Douro",
                    "Ines Carvalho",
                    "Rosa Lindner",
                    "Porto",
                    "Ines has built her first bridge.",
                    List.of("friends", "travel"),
                    """
                    Querida Rosa,

                    it stands! Forty metres, for feet and bicycles, and yesterday two hundred people jumped on it together because the mayor wanted
                    to be sure. I stood below. That is the custom: the engineer stands below.

                    It was the day after the holiday, everybody was still in the street, and everybody sang. Come and learn the words with me.

                    I named a bolt after you. It is in the middle, where the load is.

                    Ines
                    """),
            new Sample(
                    "1985-06-30",
                    "For your seventy-fifth",
                    "Hanna Weiss",
                    "Anna Lindner",
                    "Clock House",
                    "Hanna's speech for her mother's birthday.",
                    List.of("birthday"),
                    """
                    Dear Mother,

                    I am no speaker, so I have written it down, and Emil will read it because he has the voice.

                    > You taught us that a letter begins with "we are well", so that the rest can be read in peace. You taught us that a house is
                    > entered through the kitchen. You taught us to count blossoms when there was nothing else to count.

                    We have counted: four generations, thirty-one people, one cat in the ninth reign of Admirals.

                    We are well, Mother. We have enough.

                    Hanna
                    """),
            new Sample(
                    "1986-09-14",
                    "Otto starts school",
                    "Rosa Lindner",
                    "Anna Lindner",
                    "Chestnut Row 9",
                    "A great-grandson with a satchel.",
                    List.of("children"),
                    """
                    Dear Grandmother,

                    Otto started school today. He carried the satchel as if it held the crown jewels, and came home with one shoe. He would not say
                    where the other was; he said that it was private.

                    He is like that. He keeps a tin with a lock, and in the tin is another tin.

                    He asked me to tell you that he can write your name. He has written it on the wall. I have left it there.

                    Rosa
                    """),
            new Sample(
                    "1988-02-17",
                    "來自香港的信",
                    "陳美玲",
                    "Rosa Lindner",
                    "香港",
                    "新年的問候；Mei-ling was Rosa's colleague at the archive.",
                    List.of("friends", "travel"),
                    """
                    親愛的羅莎：

                    新年快樂！今天是大年初一，整條街都是紅色的。我們一家人一起吃了年夜飯，外婆還記得你去年帶來的木瓜果醬，她說那是她吃過最好的。

                    檔案館的工作很忙，我們正在整理一批舊信。每一封信都像一扇窗，打開以後可以看見一個家庭。我常常想起你說過的話：信的開頭要寫「我們都好」，這樣對方才能安心地讀下去。

                    我們都好。希望你也好。

                    美玲
                    """),
            new Sample(
                    "1996-05-18",
                    "The house is sold, the tree is not",
                    "Emil Lindner",
                    "Rosa Lindner",
                    "Mill Lane",
                    "Emil gives up the house on Mill Lane.",
                    List.of("house", "farewell", "garden"),
                    """
                    Dear Rosa,

                    the papers are signed. The people are young and have a child who opened the gate for me when I left. I took that for a sign,
                    though your mother would say that it was a gate.

                    I have told them about the roof. They will repair it. One cannot have everything.

                    But I have it in writing, clause eleven, that **the quince tree belongs to the family Lindner and may be visited every October.**
                    The notary had never written such a thing. He asked for a glass of the jelly.

                    I shall come through your kitchen from now on.

                    Your father
                    """),
            new Sample(
                    "0000-00-00-quince-jelly",
                    "Quince jelly",
                    "Anna Lindner",
                    null,
                    null,
                    "A recipe card, undated, with a stain in the right place.",
                    List.of("recipe", "garden"),
                    """
                    *In Anna's hand, on the back of an envelope.*

                    - 4 pounds of quinces, the fluff rubbed off
                    - water, so that they are **just** covered
                    - sugar, as much as there is juice
                    - 1 lemon, if there is one

                    Boil until soft. Hang in a cloth overnight. *Do not press*, however long it takes: what is pressed is cloudy. Boil the juice with
                    the sugar until it falls from the spoon like a curtain.

                    Give away at least half.
                    """));

    private SampleLetters() {}
}
