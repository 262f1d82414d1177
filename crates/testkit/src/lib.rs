//! What judges Burnside.
//!
//! The slow and obvious implementations stay for ever, so that the fast ones can be compared with them:
//! [`naive`] explores a system with the reference interpreter and a set. [`corpus`] finds the models of the
//! repository, [`expect`] reads what they must yield.

pub mod corpus;
pub mod expect;
pub mod naive;
