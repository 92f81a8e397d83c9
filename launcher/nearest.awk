# Prints the candidate (second argument on) that is nearest to the first argument, if one is near at all.
function least(a, b, c) {
    return a < b ? (a < c ? a : c) : (b < c ? b : c)
}

# The Levenshtein distance between two words, of which the first 40 characters count.
function distance(a, b,    i, j, row, before, corner) {
    a = substr(a, 1, 40)
    b = substr(b, 1, 40)
    for (j = 0; j <= length(b); j++) row[j] = j
    for (i = 1; i <= length(a); i++) {
        corner = row[0]
        row[0] = i
        for (j = 1; j <= length(b); j++) {
            before = row[j]
            row[j] = least(row[j] + 1, row[j - 1] + 1, corner + (substr(a, i, 1) != substr(b, j, 1)))
            corner = before
        }
    }
    return row[length(b)]
}

BEGIN {
    best = 99
    for (k = 2; k < ARGC; k++) {
        d = distance(ARGV[1], ARGV[k])
        if (d < best) {
            best = d
            name = ARGV[k]
        }
    }
    if (best <= 3 && best < length(name)) print name
    exit
}
