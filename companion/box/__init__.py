"""The face of the box: edges, gestures and pages; faces and their pictures. Pure: time comes in as a number."""
