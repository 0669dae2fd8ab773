"""The face of the box: key edges, gestures and pages; faces and their pictures. Pure: time is passed in as a number."""
