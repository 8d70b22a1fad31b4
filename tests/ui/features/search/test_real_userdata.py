"""Saved searches on a real library: what is new after a brief was added, and a library opened again."""

from pathlib import Path

from briefbank.domain.searches import SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library

OLD = "The officer extended the completed traffic stop without reasonable suspicion of any other offense. "
NEW = "A drug dog that arrives after the traffic stop is over prolongs it without reasonable suspicion. "


def brief(folder: Path, name: str, text: str) -> Path:
    made = folder / f"{name}.txt"
    made.write_text(f"State v. {name.title()}\n\nPOINT I\n\n" + text * 8)
    return made


def test_only_the_brief_that_was_added_since_is_new(tmp_path: Path) -> None:
    request = SearchRequest("traffic stop")
    with Library.open(tmp_path / "library") as library:
        library.ingest.add([brief(tmp_path, "roe", OLD)], QuietReporter())
        saved = library.userdata.saved.save("Stops", request)
        library.userdata.saved.look(saved.id, library.relevant_keys(request))
        assert library.userdata.saved.count_news(saved.id, library.relevant_keys(request)) == 0
        library.ingest.add([brief(tmp_path, "doe", NEW)], QuietReporter())
        news = library.userdata.saved.count_news(saved.id, library.relevant_keys(request))
        seen = library.userdata.saved.seen(saved.id)
        hits = library.search(request).hits
    new = [hit.passage.text for hit in hits if seen.is_new(hit)]
    assert new and len(new) == news
    assert all("dog" in text for text in new)
    with Library.open(tmp_path / "library") as again:
        assert [item.news for item in again.userdata.saved.all()] == [news]
