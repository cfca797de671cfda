"""``make train``: write the file of learned numbers again."""

from tests.train.course import train
from tests.train.weights_file import WEIGHTS

if __name__ == "__main__":  # other processes that play games import this as well
    WEIGHTS.write_text(train(), encoding="utf-8")
