"""Fair chance: seeds, their commitments, and draws that anyone can check. Pure, standard library only."""
