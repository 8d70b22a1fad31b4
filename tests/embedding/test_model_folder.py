"""Tests that an untrusted model folder is read as data or refused, and that loading it does no harm."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import TensorProto, helper

from briefbank.embedding.encoders import check_graph, default_model, load_encoder
from briefbank.embedding.model_folder import LoadingError, require_data
from briefbank.embedding.reranking import CrossEncoder
from briefbank.embedding.torch_child import ModelRequest, TorchChild
from briefbank.errors import BriefBankError, IndexFault
from briefbank.sandbox import confinement

KNOWN = {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"}
LIMITED = confinement.level() != "files"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """The configuration of a model, without weights: it is judged before they are read."""
    folder = tmp_path / "office-model"
    for source in default_model().rglob("*.json"):
        target = folder / source.relative_to(default_model())
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    return folder


def test_the_model_that_comes_with_briefbank_is_data() -> None:
    require_data(default_model(), modules=True)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        *(
            ("modules.json", [KNOWN | changed])
            for changed in (
                {"type": "office_module.Office"},
                {"type": "sentence_transformers.base.modules.router.Router"},
                {"type": "sentence_transformers.models.Transformer.Office"},
                {"type": 7},
                {"path": "../elsewhere"},
                {"path": "/elsewhere"},
                {"path": "C:\\elsewhere"},
            )
        ),
        ("modules.json", {"type": "office_module.Office"}),
        ("modules.json", ["office_module.Office"]),
        ("config.json", {"auto_map": {"AutoModel": "office.Model"}}),
        ("tokenizer_config.json", {"deeper": [{"auto_map": {"AutoTokenizer": ["office.T", None]}}]}),
        ("sentence_bert_config.json", {"model_args": {"trust_remote_code": True}}),
        ("config.json", {"custom_pipelines": {"office": {"impl": "office.Pipeline"}}}),
        ("1_Pooling/config.json", {"activation_function": "subprocess.Popen"}),
        ("config.json", {"sentence_transformers": {"activation_fn": "torch.hub.load"}}),
        ("config.json", {"sbert_ce_default_activation_function": "os.abort"}),
        ("adapter_config.json", {"base_model_name_or_path": "/elsewhere"}),
    ],
)
def test_a_model_that_names_code_or_another_folder_is_refused(
    model: Path, file: str, content: object
) -> None:
    (model / file).write_text(json.dumps(content))
    with pytest.raises(BriefBankError, match="is not used"):
        require_data(model, modules=True)


def test_a_model_with_files_that_can_run_programs_is_refused_and_says_which(model: Path) -> None:
    for name in ("pytorch_model.bin", "x/WEIGHTS.PT", "m.pkl", "modeling_office.py", "a.so"):
        (model / name).parent.mkdir(exist_ok=True)
        (model / name).write_bytes(b"")
        with pytest.raises(BriefBankError, match=name):
            require_data(model, modules=True)
        (model / name).unlink()


def test_links_that_lead_out_of_a_models_folder_are_refused_and_those_inside_are_not(
    model: Path, tmp_path: Path
) -> None:
    (model / "inside.json").symlink_to(model / "config.json")
    require_data(model, modules=True)
    (tmp_path / "outside").mkdir()
    for target in (tmp_path / "outside", tmp_path / "nowhere.json", Path("/etc/passwd")):
        (model / "outside").symlink_to(target)
        with pytest.raises(BriefBankError, match="leads out"):
            require_data(model, modules=True)
        (model / "outside").unlink()


def test_nothing_of_a_model_is_taken_from_git_s_own_folder(model: Path) -> None:
    (model / ".git" / "x").mkdir(parents=True)
    modules = json.loads((model / "modules.json").read_text())
    modules[0]["path"] = ".Git/x"
    (model / "modules.json").write_text(json.dumps(modules))
    with pytest.raises(BriefBankError):
        require_data(model, modules=True)


def test_sizes_and_kinds_that_no_model_has_are_refused(model: Path) -> None:
    (model / "deep.json").write_text("[" * 100_000)
    with pytest.raises(BriefBankError, match="damaged"):
        require_data(model, modules=True)
    with (model / "deep.json").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(BriefBankError, match="is not used"):
        require_data(model, modules=True)
    (model / "deep.json").unlink()
    os.mkfifo(model / "pipe.json")
    with pytest.raises(BriefBankError, match="not used as a model"):
        require_data(model, modules=True)


@pytest.mark.parametrize(
    ("load", "kind"), [(load_encoder, "SentenceTransformer"), (CrossEncoder, "CrossEncoder")]
)
def test_code_in_a_models_folder_does_not_run_when_the_model_is_chosen(
    model: Path, tmp_path: Path, load: Callable[[Path], object], kind: str
) -> None:
    canary = tmp_path / "canary"
    code = (
        f"open({str(canary)!r}, 'w').close()\nclass Office:\n    load = classmethod(lambda *a, **b: None)\n"
    )
    (model / "office_module.py").write_text(code)
    (model / "modules.json").write_text(json.dumps([KNOWN | {"type": "office_module.Office"}]))
    (model / "config_sentence_transformers.json").write_text(json.dumps({"model_type": kind}))
    mapped = {"AutoConfig": "office_module.Office"}
    config = {"auto_map": mapped, "architectures": ["OfficeForSequenceClassification"], "id2label": {"0": ""}}
    (model / "config.json").write_text(json.dumps(config))
    with pytest.raises(BriefBankError, match="is not used"):
        load(model)
    assert not canary.exists()


def taken_over(outside: Path, folder: Path) -> Callable[[ModelRequest], list[float]]:
    """Make the attempts of a model that took over its process; the result is 1 for each that succeeded."""
    attempts: tuple[Callable[[], object], ...] = (
        (outside / "private.txt").read_text,
        lambda: (outside / "canary").write_text("x"),
        lambda: (folder / "canary").write_text("x"),
        lambda: socket.create_connection(("127.0.0.1", 9), 1),
        lambda: socket.socket(socket.AF_UNIX),
        lambda: subprocess.run(["/bin/true"], check=False),
        lambda: os.kill(os.getppid(), 0),
    )
    done = list[float]()
    for attempt in attempts:
        try:
            attempt()
            done.append(1)
        except OSError as error:
            done.append(0 if not isinstance(error, ConnectionRefusedError) else 1)
    return lambda request: done


@pytest.mark.skipif(LIMITED, reason="this system does not hold a child to its files")
def test_a_malicious_model_reaches_no_file_network_or_program(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "private.txt").write_text("private")
    child = TorchChild(partial(taken_over, tmp_path), tmp_path / "model")
    assert child.ask(ModelRequest("", ("",) * 7)) == [0.0] * 7
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["model", "private.txt"]


def answers_oddly(folder: Path) -> Callable[[ModelRequest], list[float]]:
    def answer(request: ModelRequest) -> list[float]:
        if request.query == "die":
            os._exit(3)
        return [1.0] * (1 if request.query == "odd" else 2)

    return answer


@pytest.mark.nightly
def test_a_model_whose_process_dies_or_answers_wrongly_is_restarted(tmp_path: Path) -> None:
    child = TorchChild(answers_oddly, tmp_path)
    for request in ("die", "odd"):
        with pytest.raises(IndexFault):
            child.ask(ModelRequest(request, ("", "")))
        assert child.ask(ModelRequest("", ("", ""))) == [1.0, 1.0]


def graph(folder: Path, *, outside: bool = False, nested: bool = False, domain: str = "") -> Path:
    weights = helper.make_tensor("w", TensorProto.FLOAT, [1], [1.0])
    if outside:
        weights.ClearField("float_data")
        weights.data_location = TensorProto.EXTERNAL
        weights.external_data.add(key="location", value="../../private")
    node = helper.make_node("Identity", ["w"], ["y"], domain=domain)
    if nested:
        node = helper.make_node("Constant", [], ["y"], value=weights)
        inner = helper.make_graph([node], "inner", [], [])
        node = helper.make_node("If", ["w"], ["y"], then_branch=inner, else_branch=inner)
    initializers = [] if nested else [weights]
    onnx_graph = helper.make_graph([node], "g", [], [], initializers)
    imports = [helper.make_opsetid("", 17), *([helper.make_opsetid(domain, 1)] if domain else [])]
    path = folder / "model.onnx"
    path.write_bytes(helper.make_model(onnx_graph, opset_imports=imports).SerializeToString())
    return path


def test_a_graph_with_its_own_weights_and_known_operations_is_accepted(tmp_path: Path) -> None:
    check_graph(graph(tmp_path))
    check_graph(graph(tmp_path, nested=True))
    assert onnx.load(str(tmp_path / "model.onnx")).graph.name == "g"


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        ({"outside": True}, "other files"),
        ({"outside": True, "nested": True}, "other files"),
        ({"domain": "office"}, "operations of its own"),
    ],
)
def test_a_graph_with_weights_elsewhere_or_its_own_operations_is_refused(
    tmp_path: Path, made: dict[str, Any], reason: str
) -> None:
    with pytest.raises(LoadingError, match=reason):
        check_graph(graph(tmp_path, **made))


def test_a_file_that_is_no_graph_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"\xff" * 100)
    (tmp_path / "tokenizer.json").symlink_to("/etc/passwd")
    for name in ("model.onnx", "tokenizer.json"):
        with pytest.raises(LoadingError):
            check_graph(tmp_path / name)
