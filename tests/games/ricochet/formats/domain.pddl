; The moves of the game as a planner knows them: a robot goes, steps from cell to cell, and stops.
; Written for the tests of our plans; names and meaning are those of the competition's domain.
(define (domain ricochet-robots)
  (:requirements :typing :adl :action-costs)
  (:types robot cell direction - object)
  (:predicates
    (NEXT ?from ?to - cell ?d - direction)
    (BLOCKED ?c - cell ?d - direction)
    (at ?r - robot ?c - cell)
    (free ?c - cell)
    (nothing-is-moving)
    (is-moving ?r - robot ?d - direction))
  (:functions
    (total-cost) - number
    (go-cost) - number
    (step-cost) - number
    (stop-cost) - number)
  (:action go
    :parameters (?r - robot ?d - direction)
    :precondition (and (nothing-is-moving))
    :effect (and
      (is-moving ?r ?d) (not (nothing-is-moving)) (increase (total-cost) (go-cost))))
  (:action step
    :parameters (?r - robot ?from - cell ?to - cell ?d - direction)
    :precondition (and
      (is-moving ?r ?d) (at ?r ?from) (NEXT ?from ?to ?d) (free ?to) (not (BLOCKED ?from ?d)))
    :effect (and
      (at ?r ?to) (not (at ?r ?from)) (free ?from) (not (free ?to))
      (increase (total-cost) (step-cost))))
  (:action stop-at-barrier
    :parameters (?r - robot ?c - cell ?d - direction)
    :precondition (and (is-moving ?r ?d) (at ?r ?c) (BLOCKED ?c ?d))
    :effect (and
      (nothing-is-moving) (not (is-moving ?r ?d)) (increase (total-cost) (stop-cost))))
  (:action stop-at-robot
    :parameters (?r - robot ?c - cell ?ahead - cell ?d - direction)
    :precondition (and (is-moving ?r ?d) (at ?r ?c) (NEXT ?c ?ahead ?d) (not (free ?ahead)))
    :effect (and
      (nothing-is-moving) (not (is-moving ?r ?d)) (increase (total-cost) (stop-cost))))
)
