"""Pictures of everything that is shown, taken before and after a change that is to show nothing else."""
