"""Random streams on numpy's bit generators.

Luck is keyed, not consumed: the k-th event of a named stream of a seed is always drawn from the
same generator, however many numbers earlier events took. Mirrored games therefore see the same
luck, and a copied state needs nothing but its counters.
"""
from cpython.pycapsule cimport PyCapsule_GetPointer

from hashlib import blake2b


cdef Rng* rng_of(object bit_generator) except NULL:
    return <Rng*>PyCapsule_GetPointer(bit_generator.capsule, "BitGenerator")


def event_generator(seed: int, stream: str, event: int) -> "Philox":
    """The generator of one chance event.

    :param seed: the game's seed, any integer.
    :param stream: the chance node's stream, such as ``"deck"``.
    :param event: how many events of this stream came before, >= 0.
    """
    from numpy.random import Philox     # here, for commands that draw nothing start in half the time without

    digest = blake2b(f"{seed}/{stream}".encode(), digest_size=16).digest()
    key = [int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")]
    return Philox(key=key, counter=[0, 0, event, 0])


def generator(seed: int, purpose: str) -> "SFC64":
    """A fast generator for searches and re-deals, equal for equal arguments.

    :param seed: any integer.
    :param purpose: keeps independent uses of one seed apart, such as ``"redeal"``.
    """
    from numpy.random import SFC64

    return SFC64(int.from_bytes(blake2b(f"{purpose}/{seed}".encode(), digest_size=16).digest(), "little"))
