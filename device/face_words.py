"""What people call the faces that games know: words of the page's languages, signs of dice.

As names of faces they would be pictures that no game asks for, so who types one is asked what is
meant. Case and accents do not matter: `Fünf`, `FUENF` and `funf` are one word.
"""

from __future__ import annotations

import unicodedata

_WORDS = {
    "1": "one ones ace eins einsen einser jeden jedynka jedynki ⚀",
    "2": "two twos zwei zweien zweier zwo dwa dwójka dwójki ⚁",
    "3": "three threes drei dreien dreier trzy trójka trójki ⚂",
    "4": "four fours vier vieren vierer cztery czwórka czwórki ⚃",
    "5": "five fives fünf fuenf fünfen fuenfen fünfer fuenfer pięć piątka piątki ⚄",
    "6": "six sixes sechs sechsen sechser sześć szóstka szóstki ⚅",
    "w": (
        "worm worms wurm würmer wuermer regenwurm regenwürmer regenwuermer "
        "robak robaki robal robale robaczek robaczki dżdżownica dżdżownice 🪱 🐛"
    ),
}
_UNMARKED = str.maketrans({"ł": "l", "ß": "ss"})  # letters that no accent makes


def face_in_words(name: str) -> str:
    """Return the face (`1` to `6`, `w`) that a name says in words; the name in small where none."""
    return _FACES.get(_plain(name), name.casefold())


def _plain(word: str) -> str:
    """Return a word in small letters without accents, and without what chooses a sign's drawing."""
    letters = unicodedata.normalize("NFKD", word.strip().casefold().translate(_UNMARKED))
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")


_FACES = {_plain(word): face for face, words in _WORDS.items() for word in words.split()}
