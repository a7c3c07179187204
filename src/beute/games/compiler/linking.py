"""How functions are compiled that only compiled code calls: they are linked into their callers and optimised there.

Numba by itself optimises each function and makes machine code of it, and does so again in every caller that it is
linked into. For functions that nothing else calls that was three quarters of the time the compiler took.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from numba import _dynfunc, jit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.cpu import CPUTargetOptions
from numba.core.target_extension import CPU, jit_registry
from numba.core.targetconfig import ConfigStack
from numba.core.typed_passes import NativeLowering, NopythonTypeInference

# What is not said is taken over from the caller that a function is first compiled for: forceinline too.
OPTIONS: Final = {"nogil": True, "error_model": "numpy", "forceinline": False}
INLINE: Final = {**OPTIONS, "forceinline": True}
LIBRARY: Final = CPUTargetOptions.parse_as_flags(Flags(), {"error_model": "numpy", "forceinline": True})


class LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function as LLVM's assembly, for others to link to."""

    optimised = False

    def _optimize_final_module(self) -> None:
        if self.optimised:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        """No machine code is made."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(NativeLowering):  # type: ignore[misc]
    """Lowers a function into a library that others link to; Python is given a handle that cannot be called."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        library = state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        library.optimised = state.pipeline.optimises
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        module, name = lowered.fndesc.lookup_module(), lowered.fndesc.qualname
        handle = _dynfunc.make_function(module, name, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(handle, lowered.fndesc, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = lowered._replace(cfunc=handle)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedInference(NopythonTypeInference):  # type: ignore[misc]
    """Finds the types. What of Numba's own library is compiled meanwhile is linked too, and the same for all callers.

    Numba would compile it for each set of options among the callers, and make machine code of it each time.
    """

    _name = "linked_inference"

    def run_pass(self, state: Any) -> bool:
        usual = jit_registry.pop(CPU)
        jit_registry[CPU] = jit_library
        try:
            with ConfigStack().enter(LIBRARY):
                return bool(super().run_pass(state))
        finally:
            del jit_registry[CPU]
            jit_registry[CPU] = usual


def jit_library(**options: Any) -> Any:
    """The decorator for functions of Numba's library."""
    return jit(**options, no_cfunc_wrapper=True, pipeline_class=LinkingCompiler)


class BatchCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's own compiler, but what is called is linked."""

    steps: ClassVar[dict[Any, Any]] = {NopythonTypeInference: LinkedInference}

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("linked")
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state).passes
        passes.passes += [(self.steps.get(one, one), meaning) for one, meaning in usual]
        passes.finalize()
        return [passes]


class LinkingCompiler(BatchCompiler):
    """For functions that are linked into their callers."""

    steps: ClassVar = {**BatchCompiler.steps, NativeLowering: LinkedLowering}
    optimises: ClassVar = False


class OptimisingLinkingCompiler(LinkingCompiler):
    """The same for loops over arrays: alone they become vector instructions, inside something large they may not."""

    optimises: ClassVar = True
